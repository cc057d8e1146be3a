import type { SecondStepScope } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import type { Decider, UnitOfWork } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { miscErrors } from '../errors.ts';

/** The site's setting of the second step; one stream. */
export interface SecondStep {
  readonly version: number;
  readonly scope: SecondStepScope;
}

export type SecondStepEvent = Event<'SecondStepChanged', { readonly scope: SecondStepScope }>;

export interface ChangeSecondStep {
  readonly scope: SecondStepScope;
}

/** The available deliveries of codes. */
export interface Deliveries {
  readonly mail: boolean;
  readonly app: boolean;
}

export const SITE = 'site';

/** Decider of the second step's setting: which sign-ins require a code (docs/interface/login.md §2). */
export const secondStepDecider: Decider<SecondStep, SecondStepEvent, ChangeSecondStep, Deliveries> = {
  category: 'secondstep',
  initialState: { version: 0, scope: 'off' },
  eventTypes: ['SecondStepChanged'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ version, scope: data.scope }),
  /** @throws DomainError 409 `login_mfa_no_delivery` */
  decide: (state, { scope }, { mail, app }) => {
    if (scope === state.scope) return [];
    if (scope !== 'off' && !mail && !app) throw miscErrors.noDelivery();
    return [{ type: 'SecondStepChanged', data: { scope } }];
  },
};

const secondSteps: Collection = {
  name: 'second-step',
  projectionVersion: secondStepDecider.projectionVersion,
  indexes: [],
};

export const secondStepRegistration: RecordRegistration<SecondStep, SecondStepEvent> = {
  aggregate: secondStepDecider,
  collection: secondSteps,
  written: { members: ({ scope }) => ({ second_step: scope }) },
};

/** Returns the current setting. */
export const storedSecondStep = async (documents: Documents): Promise<SecondStep> =>
  (await documents.get<SecondStep>(secondSteps, SITE))?.body ?? secondStepDecider.initialState;

/** True if any user needs a code. */
export const isSecondStepOn = async (unit: UnitOfWork): Promise<boolean> =>
  (await unit.load(secondStepDecider, SITE)).scope !== 'off';
