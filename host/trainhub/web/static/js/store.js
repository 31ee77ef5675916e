/** What the page knows: the latest of every kind of message. Views subscribe and draw. */

const views = [];

export const model = {
  online: false,
  line: { state: "connecting", trouble: null, hub: null },
  game: null,
  now: { bench: false, buttons: null, question: null, down: [] },
  match: null,
  you: { writes: false, local: false, invitation: null, joinable: true },
};

/** Draws `view` whenever something changed; `keys` limits it to changes of these. Returns what ends it. */
export function watch(keys, view) {
  const entry = { keys, view };
  views.push(entry);
  show(view);
  return () => views.splice(views.indexOf(entry), 1);
}

/** One view that fails leaves the others standing. */
function show(view) {
  try {
    view(model);
  } catch (error) {
    reportError(error);
  }
}

/** Takes new values and draws what depends on them. */
export function update(changes) {
  Object.assign(model, changes);
  for (const { keys, view } of [...views]) {
    if (keys.some((key) => key in changes)) show(view);
  }
}

/** The name of a seat. */
export function nameOf(track) {
  const seat = model.game && model.game.sheet.seats.find((one) => one.track === track);
  return seat ? seat.name : `#${track}`;
}

/** Rounds that are over. */
export function playedRounds() {
  return model.game ? model.game.sheet.rounds.filter((row) => row.state === "over") : [];
}

/** Cells of rounds that are over and hold no number yet: [{round, track}]. */
export function unsetCells() {
  const out = [];
  for (const row of playedRounds()) {
    for (const [track, cell] of Object.entries(row.cells)) {
      if (cell.state === "unset") out.push({ round: row.round, track: Number(track) });
    }
  }
  return out;
}
