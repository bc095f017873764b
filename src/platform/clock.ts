/** The source of the current time. Tests pass one that they control. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
