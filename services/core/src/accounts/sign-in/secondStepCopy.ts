import { type SecondStepScope, type ServiceName, secondStepChanged } from '@almanac/contracts';
import type { Collection, Documents } from '@almanac/documents';
import { copySubscription, guardOf, type Subscription } from '@almanac/messaging';
import type { User } from '../users/user.ts';

/** Copy of misc's setting: the users who need a code to sign in (docs/architecture.md §10). */
interface SecondStep {
  readonly id: number;
  readonly scope: SecondStepScope;
}

export const secondStepCopies: Collection = { name: 'second-step-copies', projectionVersion: 1 };

/** Id of the only setting. */
const ID = 1;

export const SECOND_STEP_SOURCES: readonly ServiceName[] = ['misc'];

/** Updates core's copy of the setting, so that misc is queried only if the second step is on. */
export const secondStepCopy = (documents: Documents): Subscription =>
  copySubscription({
    name: 'core.second-step',
    sources: SECOND_STEP_SOURCES,
    takes: [secondStepChanged],
    documents,
    handle: async (delivery, copied) => {
      if (!secondStepChanged.is(delivery)) return;
      const version = guardOf(delivery);
      const known = await copied.get<SecondStep>(secondStepCopies, ID);
      if (known !== undefined && known.version >= version) return;
      const body: SecondStep = { id: ID, scope: delivery.data.scope };
      await copied.write([{ collection: secondStepCopies, id: ID, version, body }]);
    },
  });

/** True if a user needs a code in addition to the password (docs/interface/login.md §2). */
export const needsSecondStep = async (documents: Documents, { roles }: Pick<User, 'roles'>): Promise<boolean> => {
  const { scope = 'off' } = (await documents.get<SecondStep>(secondStepCopies, ID))?.body ?? {};
  return scope === 'everybody' || (scope === 'administrators' && roles.includes('administrator'));
};
