// Preloaded by a process (`node --import`): its clock differs by SHIFTED_MS milliseconds from that of the machine.
const Real = Date;
const shift = Number(process.env.SHIFTED_MS);
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift);
    else super(...given);
  }
  static now() {
    return Real.now() + shift;
  }
};
