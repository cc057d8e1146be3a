import { coreErased, userChanged, userDeleted } from '@almanac/contracts';
import { contextOf, type Delivery, dropCopy, guardOf, type Subscription } from '@almanac/messaging';
import { unassignJobs } from '../jobs/unassignJobs.ts';
import type { Translation } from '../translation.ts';
import { isThere, translatorDecider } from '../translators/translator.ts';
import { type UserCopy, userCopies } from '../translators/userCopies.ts';

/** Stores copies of the users' names, and removes translators whose users are deleted. */
export const usersSubscription = (translation: Translation): Subscription => ({
  name: 'translation.users',
  sources: ['core'],
  takes: [userChanged, userDeleted, coreErased],
  handle: async (delivery) => {
    if (userChanged.is(delivery)) await keep(translation, delivery);
    else if (userDeleted.is(delivery)) {
      await letGo(translation, delivery, delivery.data.id);
      await dropCopy(translation.documents, userCopies, delivery);
    } else if (coreErased.is(delivery) && delivery.data.kind === 'user')
      await dropCopy(translation.documents, userCopies, delivery);
  },
});

type UserDelivery = Delivery & {
  readonly data: { readonly [Name in keyof UserCopy]?: UserCopy[Name] | null | undefined } & { readonly id: number };
};

/** Stores a user's name. A null name belongs to an erased person. */
const keep = async (translation: Translation, delivery: UserDelivery): Promise<void> => {
  const { documents } = translation;
  const { id, name, slug } = delivery.data;
  if (name === null || slug === null) return dropCopy(documents, userCopies, delivery);
  const known = (await documents.get<UserCopy>(userCopies, id))?.body ?? { name: '', slug: '' };
  await documents.write([
    { collection: userCopies, id, version: guardOf(delivery), body: { ...known, ...delivery.data } },
  ]);
};

/** Removes a translator and frees the jobs. A repeat finds no translator and no jobs. */
const letGo = async (translation: Translation, delivery: Delivery, id: number): Promise<void> => {
  const context = contextOf(delivery);
  await translation.commands.run(context, async (unit) => {
    if (!isThere(await unit.load(translatorDecider, id))) return;
    await unit.decide(translatorDecider, id, { type: 'RemoveTranslator' }, { administers: true });
  });
  await unassignJobs(translation, { commands: translation.commands, context }, id);
};
