// A flash chip like the Pico's W25Q16 behind the SSI (the npm package loses writes): typical erase and program times of its
// data sheet, and the contents that a power cut in the middle of an operation leaves.
import { BasePeripheral } from 'rp2040js';

export const FLASH_SIZE = 2 * 1024 * 1024;

export class FlashSSI extends BasePeripheral {
  constructor(rp2040, name, opt = {}) {
    super(rp2040, name);
    this.r = new Map();
    this.rx = [];
    this.over = 0;
    this.tx = null;
    this.wel = false;
    this.busyUntil = -1;
    this.pending = null;
    this.ops = 0;
    this.onOp = null;
    this.stats = { erase: 0, program: 0 };
    this.t = { page: 0.4e6, sector: 45e6, block32: 120e6, block64: 150e6, chip: 5e9, ...(opt.times || {}) };
    this.scale = opt.scale ?? 1;
    this.uid = opt.uid ?? [0xe6, 0x60, 0x58, 0x38, 0x83, 0x12, 0x34, 0x56];
  }
  get busy() {
    return this.rp2040.clock.nanos < this.busyUntil;
  }
  cs(over) {
    // IO_QSPI SS OUTOVER: 2 = low (selected), 3 = high
    if (over === this.over) return;
    if (this.tx) this.end();
    this.over = over;
    if (over === 2) this.tx = { b: [] };
  }
  end() {
    const t = this.tx;
    this.tx = null;
    if (t && t.b.length) this.exec(t.b);
  }
  xfer(v) {
    // one byte on the wire; returns MISO
    if (this.over === 3) return 0xff;
    if (this.over !== 2) {
      if (!this.tx || this.rx.length === 0) {
        if (this.tx) this.end();
        this.tx = { b: [] };
      }
    }
    const b = this.tx.b,
      n = b.length;
    b.push(v & 0xff);
    if (n === 0) {
      if (this.over !== 2 && (v === 0x06 || v === 0x04)) this.end();
      return 0xff;
    }
    switch (b[0]) {
      case 0x05:
        return (this.busy ? 1 : 0) | (this.wel ? 2 : 0);
      case 0x35:
        return 0x02;
      case 0x15:
        return 0x60;
      case 0x9f:
        return [0xef, 0x40, 0x15][(n - 1) % 3];
      case 0x4b:
        return n < 5 ? 0xff : this.uid[(n - 5) % 8];
      case 0x03:
        return n < 4 ? 0xff : this.rp2040.flash[(((b[1] << 16) | (b[2] << 8) | b[3]) + n - 4) & (FLASH_SIZE - 1)];
    }
    return 0xff;
  }
  start(kind, addr, len, dur, apply) {
    const c = this.rp2040.clock,
      f = this.rp2040.flash;
    this.ops++;
    this.stats[kind]++;
    this.pending = {
      kind,
      addr,
      len,
      old: f.slice(addr, addr + len),
      t0: c.nanos,
      t1: c.nanos + dur * this.scale,
      n: this.ops,
    };
    apply(f);
    this.wel = false;
    this.busyUntil = this.pending.t1;
    this.onOp?.(this.pending);
  }
  exec(b) {
    const cmd = b[0],
      a = ((b[1] << 16) | (b[2] << 8) | b[3]) & (FLASH_SIZE - 1);
    if (this.busy) return;
    if (cmd === 0x06) this.wel = true;
    else if (cmd === 0x04) this.wel = false;
    else if (!this.wel) return;
    else if (cmd === 0x02 && b.length > 4) {
      const page = a & ~255,
        d = b.slice(4);
      this.start('program', page, 256, this.t.page, (f) => {
        d.forEach((v, i) => {
          f[page | ((a + i) & 255)] &= v;
        });
      });
    } else if (cmd === 0x20 || cmd === 0x52 || cmd === 0xd8) {
      const len = cmd === 0x20 ? 4096 : cmd === 0x52 ? 32768 : 65536,
        base = a & ~(len - 1);
      this.start(
        'erase',
        base,
        len,
        cmd === 0x20 ? this.t.sector : cmd === 0x52 ? this.t.block32 : this.t.block64,
        (f) => f.fill(0xff, base, base + len),
      );
    } else if (cmd === 0x01) this.wel = false;
  }
  // flash content as a power cut at this instant leaves it (the part not yet done keeps its old bytes, 64 bytes at the seam are noise)
  powerCutImage(seed = 1) {
    const img = this.rp2040.flash.slice(0, FLASH_SIZE),
      p = this.pending,
      now = this.rp2040.clock.nanos;
    if (p && now < p.t1) {
      const done = Math.floor((p.len * (now - p.t0)) / (p.t1 - p.t0));
      let s = (seed * 2654435761 + p.addr) >>> 0;
      for (let i = done; i < p.len; i++) {
        let v = p.old[i];
        if (i < done + 64) {
          s = (s * 1664525 + 1013904223) >>> 0;
          const r = s >>> 24;
          v = p.kind === 'erase' ? p.old[i] | r : p.old[i] & (img[p.addr + i] | r);
        }
        img[p.addr + i] = v;
      }
    }
    return img;
  }
  readUint32(o) {
    switch (o) {
      case 0x20:
        return 0;
      case 0x24:
        return this.rx.length;
      case 0x28:
        return 0x6 | (this.rx.length ? 8 : 0);
      case 0x58:
        return 0x51535049;
      case 0x5c:
        return 0x3430312a;
      case 0x60: {
        const v = this.rx.length ? this.rx.shift() : 0;
        if (!this.rx.length && this.over !== 2 && this.tx) this.end();
        return v;
      }
    }
    return this.r.get(o) ?? 0;
  }
  writeUint32(o, v) {
    if (o === 0x60) {
      const c0 = this.r.get(0) ?? 0,
        std = ((c0 >>> 21) & 3) === 0 && ((c0 >>> 8) & 3) === 0;
      if (std) this.rx.push(this.xfer(v));
      return;
    }
    if (o === 0x08 && !(v & 1)) {
      this.rx = [];
      if (this.over !== 2 && this.tx) this.end();
    }
    this.r.set(o, v);
  }
}
// Chip select, which the boot ROM drives by overriding the pad.
export class IOQSPI extends BasePeripheral {
  constructor(rp2040, name, ssi) {
    super(rp2040, name);
    this.ssi = ssi;
    this.r = new Map();
  }
  readUint32(o) {
    return this.r.get(o) ?? 0;
  }
  writeUint32(o, v) {
    this.r.set(o, v);
    if (o === 0x0c) this.ssi.cs((v >>> 8) & 3);
  }
}
