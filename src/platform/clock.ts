/** Where the time comes from. Tests pass one that they set. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
