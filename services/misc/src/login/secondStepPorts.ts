import type { Misc } from '../misc.ts';
import type { PrivateEntries } from './privateEntries.ts';
import type { SecondStepOutside } from './secondStepSettings.ts';

/** What the second step works with beside what all slices share. */
export interface SecondStepPorts extends Misc, SecondStepOutside {
  readonly kept: PrivateEntries;
}
