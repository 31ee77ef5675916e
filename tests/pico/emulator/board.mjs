// A Pico: rp2040js and what it lacks for firmware tests. PIO runs in step with the CPU's clock, pads have pull-ups and read
// back, a chip reset keeps the flash. Not modelled: core 1, XIP cache misses, ADC, RP2350. Times are lower bounds.
import { BasePeripheral, RP2040 } from 'rp2040js';

import { bootromB1 } from './bootrom.mjs';
import { FLASH_SIZE, FlashSSI, IOQSPI } from './flash.mjs';
import { inside } from './inside.mjs';
import { HostCDC } from './usb.mjs';

const { SimulationClock } = await inside('clock/simulation-clock.js');

class RegFile extends BasePeripheral {
  // quiet stand-in for ROSC, VREG_AND_CHIP_RESET, ...
  constructor(rp2040, name, init = {}, rd = {}) {
    super(rp2040, name);
    this.r = new Map(Object.entries(init).map(([k, v]) => [+k, v]));
    this.rd = rd;
  }
  readUint32(o) {
    return this.rd[o] ? this.rd[o]() : (this.r.get(o) ?? 0);
  }
  writeUint32(o, v) {
    this.r.set(o, v);
  }
}

export class Board {
  // opt: uf2 (contents) or flash (its 2 MiB, as kept from another board); usb: false, dtr: false: no host, a deaf one
  constructor(opt = {}) {
    this.opt = opt;
    this.listeners = {};
    this.ext = new Array(30).fill(undefined);
    this.resets = 0;
    this.sched = [];
    this.limit = Infinity;
    const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
    if (opt.flash) flash.set(opt.flash.subarray(0, FLASH_SIZE));
    if (opt.uf2) loadUF2(opt.uf2, flash);
    this.powerOn(flash, 0, null);
  }
  on(ev, fn) {
    (this.listeners[ev] ||= []).push(fn);
    return this;
  }
  emit(ev, x) {
    for (const f of this.listeners[ev] || []) f(x, this);
  }
  powerOn(flash, baseNanos, wd) {
    const clock = (this.clock = new SimulationClock());
    clock.nanosCounter = 0;
    this.baseNanos = baseNanos;
    const mcu = (this.mcu = new RP2040(clock));
    mcu.logger = this.opt.logger ?? {
      debug() {},
      info() {},
      warn: (n, m) => this.emit('warn', `${n}: ${m}`),
      error: (n, m) => this.emit('error', `${n}: ${m}`),
    };
    mcu.loadBootrom(bootromB1);
    mcu.flash.set(flash, 0);
    this.ssi = new FlashSSI(mcu, 'SSI', { scale: this.opt.flashScale });
    this.ssi.onOp = (p) => this.emit('flash', { t: this.us(), kind: p.kind, addr: p.addr, len: p.len, n: p.n });
    mcu.peripherals[0x18000] = this.ssi;
    mcu.peripherals[0x40018] = new IOQSPI(mcu, 'IO_QSPI', this.ssi);
    let rnd = this.opt.seed ?? 1; // ROSC random bit, seeded
    mcu.peripherals[0x40060] = new RegFile(
      mcu,
      'ROSC',
      {},
      { 0x18: () => 0x80001000, 0x1c: () => ((rnd = (rnd * 1103515245 + 12345) >>> 0), (rnd >>> 16) & 1) },
    );
    mcu.peripherals[0x40064] = new RegFile(mcu, 'VREG', { 0: 0xb1, 8: wd ? 0 : 0x100 });
    const dog = (this.wd = mcu.peripherals[0x40058]);
    if (wd) {
      dog.scratchData.set(wd.scratch);
      dog.reason = wd.reason;
    }
    dog.onWatchdogTrigger = () => {
      dog.timer.enable = false;
      this.resetPending = { reason: dog.reason, scratch: dog.scratchData.slice() };
    };
    // inter-core FIFO: core 1 sits in its boot ROM for ever (answers resets and the launch handshake, runs nothing)
    const sr = mcu.sio.readUint32.bind(mcu.sio),
      sw = mcu.sio.writeUint32.bind(mcu.sio),
      psm = mcu.peripherals[0x40010],
      pw = psm.writeUint32.bind(psm);
    let fifo = [],
      n1 = 0;
    const push = (v) => {
      fifo.push(v);
      mcu.core.eventRegistered = true;
      if (mcu.core.waiting) mcu.core.waiting = false;
    };
    psm.writeUint32 = (o, v) => {
      const was = psm.frceOff;
      pw(o, v);
      if (o === 4 && was & 0x10000 && !(v & 0x10000)) {
        fifo = [];
        n1 = 0;
        push(0);
      }
    };
    mcu.sio.readUint32 = (o) => (o === 0x50 ? 2 | (fifo.length ? 1 : 0) : o === 0x58 ? (fifo.shift() ?? 0) : sr(o));
    mcu.sio.writeUint32 = (o, v) => {
      if (o === 0x54) {
        if (v === 0 && n1 < 3) n1 = Math.min(n1 + 1, 2);
        else n1++;
        push(v);
        if (n1 === 6) this.emit('error', 'core 1 launched (_thread): NOT EMULATED, the thread will not run');
      } else if (o !== 0x50) sw(o, v);
    };
    // PIO in lockstep
    this.pios = mcu.pio;
    for (const p of mcu.pio) {
      p.run = () => {};
      for (const m of p.machines) {
        m._acc = 0;
        m.clkDivRestart = () => {
          m._acc = 0;
        };
      }
    }
    this.pioT = null;
    // pads
    this.levels = new Array(30).fill(0);
    mcu.gpio.forEach((g, i) => g.addListener((s) => this.padChanged(i, s)));
    for (let i = 0; i < 30; i++) this.padUpdate(i, false);
    this.cdc = new HostCDC(this);
    this.cdc.onData = (d) => this.emit('cdc', d);
    this.cdc.onConnect = () => this.emit('connect', {});
    mcu.core.PC = 0x10000000; // boot2, as the rp2040js demo does
    this.cycleNs = 1e9 / 125e6;
    mcu.addClockListener((hz) => {
      this.cycleNs = 1e9 / hz;
    });
    this.resetPending = null;
    this.stopped = false;
  }
  nanos() {
    return this.baseNanos + (this.pioT ?? this.clock.nanos);
  }
  us() {
    return this.nanos() / 1000;
  }
  // level of pad i as seen from outside
  padLevel(i) {
    const g = this.mcu.gpio[i];
    if (g.outputEnable) return g.outputValue ? 1 : 0;
    if (this.ext[i] !== undefined) return this.ext[i];
    return g.pullupEnabled ? 1 : 0;
  }
  padUpdate(i, notify = true) {
    const v = this.padLevel(i),
      g = this.mcu.gpio[i];
    if (g.rawInputValue !== !!v) g.setInputValue(!!v);
    if (v !== this.levels[i]) {
      this.levels[i] = v;
      if (notify) this.emit('pin', { pin: i, v, t: this.nanos(), out: g.outputEnable });
    }
  }
  padChanged(i) {
    this.padUpdate(i);
  }
  drive(pin, v) {
    this.ext[pin] = v === null ? undefined : v ? 1 : 0;
    this.padUpdate(pin);
  }
  // schedule fn at emulated time (us since power-on), survives chip resets
  at(us, fn) {
    this.sched.push({ ns: us * 1000, fn });
    this.sched.sort((a, b) => a.ns - b.ns);
    this.limit = Math.min(this.limit, us * 1000 - this.baseNanos);
  }
  after(us, fn) {
    this.at(this.us() + us, fn);
  }
  pwm(pin) {
    const c = this.mcu.pwm.channels[(pin >> 1) & 7],
      hz = this.mcu.clkSys,
      f = this.mcu.gpio[pin].functionSelect === 4;
    const div = ((c.div >> 4) & 0xff || 256) + (c.div & 15) / 16,
      ph = c.csr & 2 ? 2 : 1,
      top = c.top + 1;
    return { on: f && !!(c.csr & 1), freq: hz / div / top / ph, duty: (pin & 1 ? c.cc >>> 16 : c.cc & 0xffff) / top };
  }
  pioStep(ns) {
    const cyc = ns / this.cycleNs,
      t1 = this.clock.nanos + ns;
    for (const p of this.pios) {
      if (p.stopped) continue;
      for (const m of p.machines) {
        if (!m.enabled || m.waiting) {
          m._acc = 0;
          continue;
        }
        const div = (m.clockDivInt || 65536) + m.clockDivFrac / 256;
        m._acc += cyc;
        while (m._acc >= div && m.enabled) {
          const before = m.cycles;
          this.pioT = t1 - (m._acc - div) * this.cycleNs;
          m.step();
          m._acc -= Math.max(1, m.cycles - before) * div;
          p.checkChangedPins();
          if (m.waiting) {
            m._acc = 0;
            break;
          }
        }
      }
      this.pioT = null;
    }
  }
  pioNext() {
    // ns until some running SM steps; Infinity if none runs
    let n = Infinity;
    for (const p of this.pios)
      if (!p.stopped)
        for (const m of p.machines)
          if (m.enabled && !m.waiting)
            n = Math.min(n, ((m.clockDivInt || 65536) + m.clockDivFrac / 256 - m._acc) * this.cycleNs);
    return Math.max(n, this.cycleNs);
  }
  get pioOn() {
    return !this.pios[0].stopped || !this.pios[1].stopped;
  }
  // run until emulated time (ns since power-on) or stop(); returns reason
  runUntil(ns, maxInstr = Infinity) {
    let n = 0;
    while (n < maxInstr) {
      // a nanosecond of grace: after a reset two sums of the same times may differ in their last bit
      const now = this.baseNanos + this.clock.nanos + 1;
      if (this.stopped) return 'stopped';
      if (now >= ns) return 'time';
      while (this.sched.length && this.sched[0].ns <= now) this.sched.shift().fn(this);
      this.limit = Math.min(ns, this.sched.length ? this.sched[0].ns : Infinity) - this.baseNanos;
      const { mcu, clock } = this,
        core = mcu.core;
      while (clock.nanosCounter < this.limit && n < maxInstr) {
        let d;
        if (core.waiting) {
          d = this.limit - clock.nanosCounter;
          const a = clock.nextAlarm;
          if (a) d = Math.min(d, a.nanos - clock.nanosCounter);
          if (this.pioOn) d = Math.min(d, this.pioNext());
          if (d < 0) d = 0;
        } else {
          d = core.executeInstruction() * this.cycleNs;
          n++;
          this.instr = (this.instr || 0) + 1;
          if (this.onInstr) this.onInstr(this);
        }
        if (this.pioOn) this.pioStep(d);
        clock.tick(d);
        if (this.resetPending) {
          this.chipReset();
          break;
        }
        if (this.stopped) return 'stopped';
      }
    }
    return 'instr';
  }
  runFor(us) {
    return this.runUntil(this.nanos() + us * 1000);
  }
  chipReset() {
    const wd = this.resetPending,
      flash = this.mcu.flash.slice(0, FLASH_SIZE),
      base = this.nanos();
    this.resets++;
    this.emit('reset', { t: base / 1000, reason: wd.reason });
    this.powerOn(flash, base, wd);
  }
  stop() {
    this.stopped = true;
  }
  // power off now; returns the 2 MiB flash as the cut leaves it
  powerCut(seed) {
    this.stopped = true;
    return this.ssi.powerCutImage(seed);
  }
  // helpers over CDC, all in emulated time
  waitFor(re, timeoutUs = 10e6) {
    this.buf ??=
      (this.on('cdc', (d) => {
        this.buf += Buffer.from(d).toString('latin1');
      }),
      '');
    const end = this.nanos() + timeoutUs * 1000;
    let m;
    while (!(m = this.buf.match(re))) {
      if (this.nanos() >= end || this.stopped)
        throw new Error(`timeout waiting for ${re}; got ${JSON.stringify(this.buf.slice(-400))}`);
      this.runFor(200);
    }
    this.buf = this.buf.slice(m.index + m[0].length);
    return m;
  }
  boot(timeoutUs = 5e6) {
    this.waitFor(/>>> $/, timeoutUs);
    return this;
  }
  // run a script in the raw REPL; returns its output
  exec(src, timeoutUs = 20e6) {
    this.startExec(src);
    const m = this.waitFor(/([\s\S]*?)\x04([\s\S]*?)\x04>/, timeoutUs);
    if (m[2]) throw new Error(m[2]);
    return m[1];
  }
  startExec(src) {
    this.waitFor(/$/);
    this.cdc.send('\r\x01');
    this.waitFor(/raw REPL; CTRL-B to exit\r\n>/);
    this.buf = '';
    this.cdc.send(src);
    this.cdc.send('\x04');
    this.waitFor(/OK/);
  }
}

function loadUF2(data, flash) {
  for (let o = 0; o + 512 <= data.length; o += 512) {
    if (data.readUInt32LE(o) !== 0x0a324655) continue;
    const address = data.readUInt32LE(o + 12);
    const size = data.readUInt32LE(o + 16);
    flash.set(data.subarray(o + 32, o + 32 + size), address - 0x10000000);
  }
}
