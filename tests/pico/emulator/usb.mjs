// A USB host with a serial driver: enumerates the board, sends start-of-frame, and can stop reading or drop DTR.
import {
  DataDirection,
  DescriptorType,
  SetupRecipient,
  SetupType,
  createSetupPacket,
  getDescriptorPacket,
  setDeviceAddressPacket,
  setDeviceConfigurationPacket,
} from 'rp2040js';

import { inside } from './inside.mjs';

const { extractEndpointNumbers } = await inside('usb/cdc.js');

export class HostCDC {
  constructor(board) {
    this.b = board;
    const usb = (this.usb = board.mcu.usbCtrl);
    this.q = [];
    this.reading = true;
    this.connected = false;
    this.dtr = false;
    let descSize = null,
      desc = [],
      initialized = false;
    this.inEp = -1;
    this.outEp = -1;
    this.outPending = 0;
    this.held = [];
    usb.onUSBEnabled = () => {
      if (board.opt.usb !== false) usb.resetDevice();
    };
    usb.onResetReceived = () => usb.sendSetupPacket(setDeviceAddressPacket(1));
    usb.onEndpointWrite = (ep, buf) => {
      if (ep === 0) {
        if (buf.length === 0) {
          if (descSize == null) usb.sendSetupPacket(getDescriptorPacket(DescriptorType.Configration, 9));
          else if (!initialized) {
            initialized = true;
            this.connected = true;
            this.startSof();
            this.setLine(board.opt.dtr === false ? 0 : 3);
            board.emit('usb', { connected: true });
            this.onConnect?.();
          }
        } else if (buf.length === 9 && buf[1] === DescriptorType.Configration && descSize == null) {
          descSize = (buf[3] << 8) | buf[2];
          usb.sendSetupPacket(getDescriptorPacket(DescriptorType.Configration, descSize));
        } else if (descSize != null && desc.length < descSize) {
          desc.push(...buf);
          if (desc.length === descSize) {
            const e = extractEndpointNumbers(desc);
            this.inEp = e.in;
            this.outEp = e.out;
            usb.sendSetupPacket(setDeviceConfigurationPacket(1));
          }
        }
      } else if (ep === this.inEp && buf.length) this.onData?.(buf);
    };
    usb.onEndpointRead = (ep, size) => {
      if (ep === this.outEp) {
        this.outPending = size;
        this.pump();
      }
    };
    // start-of-frame interrupts (stock: none in device mode; MicroPython flushes its first output by them)
    const clock = board.clock,
      sof = clock.createAlarm(() => {
        usb.sofFrameNumber = (usb.sofFrameNumber + 1) & 0x7ff;
        sof.schedule(1e6);
        if (usb.intEnable & (1 << 17)) {
          usb.intRaw |= 1 << 17;
          usb.checkInterrupts();
        }
      });
    const rd = usb.readUint32.bind(usb);
    usb.readUint32 = (o) => {
      if ((o & 0xfff) === 0x48 && usb.intRaw & (1 << 17)) {
        usb.intRaw &= ~(1 << 17);
        usb.checkInterrupts();
      }
      return rd(o);
    };
    this.startSof = () => sof.schedule(1e6);
    const orig = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (o, v) => {
      // NAK IN while the host does not read
      if (!this.reading && this.inEp > 0 && o === 0x80 + 8 * this.inEp && v & 0x400) {
        this.held.push([o, v]);
        return;
      }
      orig(o, v);
    };
    this.replay = () => {
      const h = this.held;
      this.held = [];
      for (const [o, v] of h) orig(o, v);
    };
  }
  setLine(v) {
    this.dtr = !!(v & 1);
    this.usb.sendSetupPacket(
      createSetupPacket({
        dataDirection: DataDirection.HostToDevice,
        type: SetupType.Class,
        recipient: SetupRecipient.Device,
        bRequest: 0x22,
        wValue: v,
        wIndex: 0,
        wLength: 0,
      }),
    );
  }
  setReading(on) {
    this.reading = on;
    if (on) this.replay();
  }
  send(data) {
    const d = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
    for (const x of d) this.q.push(x);
    this.pump();
  }
  pump() {
    if (!this.outPending || !this.q.length || this.outEp < 0) return;
    const n = Math.min(this.outPending, this.q.length, 64);
    this.outPending = 0;
    this.usb.endpointReadDone(this.outEp, Uint8Array.from(this.q.splice(0, n)), this.b.opt.usbDelayUs ?? 50);
  }
}
