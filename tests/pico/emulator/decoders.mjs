// What is connected to the pins: LEDs that decode their wire, an amplifier that decodes I2S.

export class WS2812 {
  // onFrame({t (ns of the last edge), leds:[[g,r,b]...] raw byte order, hi0/hi1/period: [min,max] ns})
  constructor(board, pin, { bpp = 3, onFrame, gapNs = 50000, threshNs = 600 } = {}) {
    this.bits = [];
    this.rise = 0;
    this.last = 0;
    this.st = { hi0: [1e9, 0], hi1: [1e9, 0], lo: [1e9, 0] };
    const upd = (k, v) => {
      const s = this.st[k];
      if (v < s[0]) s[0] = v;
      if (v > s[1]) s[1] = v;
    };
    this.flush = () => {
      if (!this.bits.length) return;
      const by = [];
      for (let i = 0; i + 8 <= this.bits.length; i += 8) by.push(parseInt(this.bits.slice(i, i + 8).join(''), 2));
      const leds = [];
      for (let i = 0; i + bpp <= by.length; i += bpp) leds.push(by.slice(i, i + bpp));
      const f = { pin, t: this.last, leds, extraBits: this.bits.length % (8 * bpp), ...this.st };
      this.bits = [];
      this.st = { hi0: [1e9, 0], hi1: [1e9, 0], lo: [1e9, 0] };
      onFrame(f);
    };
    let gen = 0;
    board.on('pin', (e) => {
      if (e.pin !== pin) return;
      if (e.v) {
        if (this.bits.length) {
          const lo = e.t - this.last;
          if (lo > gapNs) this.flush();
          else upd('lo', lo);
        }
        this.rise = e.t;
      } else if (this.rise) {
        const hi = e.t - this.rise;
        this.bits.push(hi > threshNs ? 1 : 0);
        upd(hi > threshNs ? 'hi1' : 'hi0', hi);
        this.last = e.t;
        this.rise = 0;
        if (!this.armed) {
          this.armed = true;
          const chk = () => {
            if (board.nanos() - this.last >= gapNs) {
              this.armed = false;
              this.flush();
            } else board.after((gapNs - (board.nanos() - this.last)) / 1000 + 1, chk);
          };
          board.after(gapNs / 1000 + 1, chk);
        }
      }
    });
  }
}
export class I2SCapture {
  constructor(board, { sck, ws, sd, bits = 16 }) {
    this.samples = [];
    this.t0 = null;
    this.t1 = null;
    let w = null,
      n = 0,
      acc = 0;
    board.on('pin', (e) => {
      if (e.pin !== sck || !e.v) return;
      const lv = board.levels[ws],
        d = board.levels[sd];
      // Philips: the bit clocked with the new WS level is the LSB of the previous word
      if (w !== null && lv !== w) {
        if (n + 1 >= bits) {
          const tot = n + 1;
          const v = ((acc << 1) | d) >>> 0;
          const s = tot > bits ? v >>> (tot - bits) : v;
          this.samples.push([w, (s << (32 - bits)) >> (32 - bits)]);
          this.t0 ??= e.t;
          this.t1 = e.t;
        }
        n = 0;
        acc = 0;
        w = lv;
        return;
      }
      if (w === null) {
        w = lv;
        return;
      }
      acc = ((acc << 1) | d) >>> 0;
      n++;
    });
  }
}
