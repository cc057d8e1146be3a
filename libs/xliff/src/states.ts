/**
 * The states of a unit, from the least to the most reliable.
 * Two come from translation memory: `leveraged-tm` and `tm-suggestion`.
 */
export const UNIT_STATES = [
  'initial',
  'leveraged-tm',
  'tm-suggestion',
  'needs-review',
  'translated',
  'reviewed',
  'final',
] as const;
export type UnitState = (typeof UNIT_STATES)[number];

interface XliffState {
  readonly state: string;
  /** `state-qualifier` of 1.2, `subState` of 2.0. */
  readonly detail?: string;
}

/** Returns the lowest state of a text's segments. */
export const leastOf = (states: readonly UnitState[]): UnitState =>
  UNIT_STATES[Math.min(...states.map((state) => UNIT_STATES.indexOf(state)))] ?? 'initial';

/** The README documents the mapping between both versions. */
const IN_1_2: Readonly<Record<UnitState, XliffState>> = {
  initial: { state: 'needs-translation' },
  'needs-review': { state: 'needs-review-translation' },
  'tm-suggestion': { state: 'needs-review-translation', detail: 'tm-suggestion' },
  'leveraged-tm': { state: 'needs-review-translation', detail: 'leveraged-tm' },
  translated: { state: 'translated' },
  reviewed: { state: 'signed-off' },
  final: { state: 'final' },
};

const IN_2_0: Readonly<Record<UnitState, XliffState>> = {
  initial: { state: 'initial' },
  'needs-review': { state: 'translated', detail: 'almanac:needs-review' },
  'tm-suggestion': { state: 'translated', detail: 'almanac:tm-suggestion' },
  'leveraged-tm': { state: 'translated', detail: 'almanac:leveraged-tm' },
  translated: { state: 'translated' },
  reviewed: { state: 'reviewed' },
  final: { state: 'final' },
};

export const stateIn12 = (state: UnitState, target: string): XliffState =>
  state === 'initial' && target === '' ? { state: 'new' } : IN_1_2[state];

export const stateIn20 = (state: UnitState): XliffState => IN_2_0[state];

const keyOf = (state: string, detail = '') => `${state} ${detail}`;

const tableOf = (written: Readonly<Record<UnitState, XliffState>>): ReadonlyMap<string, UnitState> =>
  new Map(UNIT_STATES.map((state) => [keyOf(written[state].state, written[state].detail), state]));

const FROM_1_2: ReadonlyMap<string, UnitState> = new Map([
  ...tableOf(IN_1_2),
  ...['new', 'needs-l10n', 'needs-adaptation'].map((state) => [keyOf(state), 'initial'] as const),
  ...['needs-review-l10n', 'needs-review-adaptation'].map((state) => [keyOf(state), 'needs-review'] as const),
]);

const FROM_2_0 = tableOf(IN_2_0);

/**
 * Returns the state of a unit. Without a state, a text that is not empty counts as translated.
 * Unknown details, such as `mt-suggestion`, are ignored.
 */
const stateFrom =
  (table: ReadonlyMap<string, UnitState>) =>
  (state: string | undefined, detail: string | undefined, target: string): UnitState =>
    table.get(keyOf(state ?? '', detail)) ??
    table.get(keyOf(state ?? '')) ??
    (target === '' ? 'initial' : 'translated');

export const stateFrom12 = stateFrom(FROM_1_2);
export const stateFrom20 = stateFrom(FROM_2_0);

/** True if a unit is translated, whether or not it needs a review; a blank text never is. */
export const isFinished = (unit: { readonly target: string; readonly state: UnitState }): boolean =>
  unit.target.trim() !== '' && unit.state !== 'initial';
