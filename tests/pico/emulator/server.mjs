// One emulated Pico, driven over standard input: one JSON object a line in, one out. `tests/pico/pico.py` is the client.
import fs from 'fs';
import net from 'net';
import readline from 'readline';

import { Board } from './board.mjs';
import { I2SCapture, WS2812 } from './decoders.mjs';

let board = null;
let seen = null;
let sound = null;
let server = null;
let socket = null;

const hex = (bytes) => Buffer.from(bytes).toString('hex');

function create({ uf2, flash, led = 22, usb = true }) {
  board = new Board({
    uf2: uf2 && fs.readFileSync(uf2),
    flash: flash && fs.readFileSync(flash),
    usb,
  });
  seen = { rx: [], frames: [], flash: [], resets: [], errors: [] };
  sound = null;
  board.on('cdc', (data) => {
    if (socket) socket.write(Buffer.from(data));
    else seen.rx.push(...data);
  });
  board.on('flash', (op) => seen.flash.push([op.t, op.kind, op.addr]));
  board.on('reset', (reset) => seen.resets.push([reset.t, reset.reason]));
  board.on('error', (text) => seen.errors.push(text));
  new WS2812(board, led, { onFrame: (f) => seen.frames.push(f) });
  return {};
}

// Frames are [time of the last edge in us, green red blue of every LED in hex, shortest and longest pulses in ns].
const frame = (f) => [f.t / 1000, hex(f.leds.flat()), f.extraBits, f.hi0, f.hi1, f.lo];

function take() {
  const got = { ...seen, rx: hex(seen.rx), frames: seen.frames.map(frame) };
  Object.assign(seen, { rx: [], frames: [], flash: [], resets: [], errors: [] });
  if (seen.edges) seen.edges = [];
  return got;
}

// Runs until what `ready` says is there, in steps of `step` us; false if it did not come.
function until(ready, us, step) {
  const end = board.us() + us;
  while (!ready()) {
    if (board.us() >= end || board.stopped) return false;
    board.runFor(Math.min(step, end - board.us()));
  }
  return true;
}

const commands = {
  create,
  take,
  run: ({ us }) => ({ why: board.runFor(us) }),
  drive: ({ pin, v }) => board.drive(pin, v),
  send: ({ data }) => board.cdc.send(Buffer.from(data, 'hex')),
  reading: ({ on }) => board.cdc.setReading(on),
  line: ({ dtr }) => board.cdc.setLine(dtr ? 3 : 0),
  pwm: ({ pin }) => board.pwm(pin),
  level: ({ pin }) => ({ level: board.levels[pin] }),
  watch: ({ pin }) => {
    seen.edges ??= [];
    board.on('pin', (e) => e.pin === pin && seen.edges.push([e.t / 1000, e.v]));
  },
  // until `count` frames ended after now
  frames: ({ count, us }) => {
    const want = seen.frames.length + count;
    return { there: until(() => seen.frames.length >= want, us, 100) };
  },
  // until so many bytes in all came from the board since `take`
  bytes: ({ count, us }) => ({ there: until(() => seen.rx.length >= count, us, 200) }),
  prompt: ({ us }) => {
    board.boot(us);
  },
  exec: ({ code, us }) => ({ out: board.exec(code, us) }),
  listen: ({ sck, ws, sd }) => {
    sound = new I2SCapture(board, { sck, ws, sd });
  },
  heard: () => {
    const left = sound.samples.filter(([word]) => word === 0).map(([, value]) => value);
    const right = sound.samples.filter(([word]) => word === 1).map(([, value]) => value);
    sound.samples.length = 0;
    const pack = (values) => Buffer.from(Int16Array.from(values).buffer).toString('base64');
    return { left: pack(left), right: pack(right) };
  },
  // half-way through the flash operation with that number, counted from now, the power goes
  cut: ({ after }) => {
    let left = after;
    board.on('flash', () => {
      if (--left === 0) {
        const { t0, t1 } = board.ssi.pending;
        board.after((t1 - t0) / 2000, () => board.stop());
      }
    });
  },
  image: ({ path, seed }) => fs.writeFileSync(path, board.powerCut(seed ?? 1)),
  press_reset: () => {
    board.resetPending = { reason: 0, scratch: new Uint32Array(8) };
  },
  // emulated time follows real time, and the serial line is a TCP port, until `stay`
  go: (_, answer) => {
    server = net.createServer((s) => {
      socket?.destroy();
      socket = s;
      s.setNoDelay(true);
      s.on('data', (data) => board.cdc.send(data));
      s.on('error', () => {});
      s.on('close', () => {
        if (socket === s) socket = null;
      });
    });
    server.listen(0, '127.0.0.1', () => {
      answer({ port: server.address().port });
      free();
    });
    return null;
  },
  stay: () => {
    server.close();
    socket?.destroy();
    server = socket = null;
  },
  stat: () => ({ flash: board.ssi.stats, instructions: board.instr ?? 0 }),
};

function free() {
  const real = Date.now();
  const emulated = board.us();
  (function slice() {
    if (!server) return;
    const ahead = (board.us() - emulated) / 1000 - (Date.now() - real);
    if (ahead > 1) return void setTimeout(slice, Math.min(ahead, 5));
    board.runFor(2000);
    setImmediate(slice);
  })();
}

const lines = readline.createInterface({ input: process.stdin });
lines.on('close', () => process.exit());
lines.on('line', (line) => {
  const answer = (value) =>
    process.stdout.write(JSON.stringify({ us: board?.us() ?? 0, stopped: board?.stopped ?? false, ...value }) + '\n');
  try {
    const request = JSON.parse(line);
    const value = commands[request.do](request, answer);
    if (value !== null) answer(value);
  } catch (error) {
    answer({ error: String(error.message ?? error) });
  }
});
