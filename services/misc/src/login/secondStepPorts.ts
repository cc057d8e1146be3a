import type { Misc } from '../misc.ts';
import type { PrivateEntries } from './privateEntries.ts';
import type { SecondStepOutside } from './secondStepSettings.ts';

/** Ports of the second step, in addition to those of all slices. */
export interface SecondStepPorts extends Misc, SecondStepOutside {
  readonly kept: PrivateEntries;
}
