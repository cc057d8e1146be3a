import { followedFeedChanged, readLetterOfCalendar, readMailOfCore, suggestionChanged } from '@almanac/contracts';
import type { EffectHandler, RunningEffects, WantedEffect } from '@almanac/effects';
import { capabilitiesOf, roles } from '@almanac/identity';
import type { Delivery, Subscription } from '@almanac/messaging';
import { type Route, route } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import { z } from 'zod';
import type { PasswordMailSettings } from '../accounts/sign-in/passwordMails.ts';
import type { AccountsCore } from '../accounts/users/accountsCore.ts';
import { userById } from '../accounts/users/readModels/userList.ts';
import { type User, users } from '../accounts/users/user.ts';
import type { Core } from '../core.ts';

// Mails that other services want. Their integration events name a record; core reads the letter from its service when
// it sends it, so no address is in a topic or a queue.

type About = z.output<typeof readLetterOfCalendar.request>['about'];

/** The name of the effect. */
export const NOTICE = 'notice-mail';

/** News that are older, as after a first start with an old log, are not mailed. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
/** The maximum number of users who get one letter. */
const MAX_RECIPIENTS = 50;

/** Returns the letters that an event wants. */
const lettersOf = (delivery: Delivery): readonly { readonly about: About; readonly id: number }[] => {
  if (followedFeedChanged.is(delivery)) {
    const { id, problem } = delivery.data;
    return problem == null ? [] : [{ about: 'feed-failing', id }];
  }
  if (!suggestionChanged.is(delivery)) return [];
  const { id, state } = delivery.data;
  if (state !== 'received') return [{ about: `suggestion-${state}`, id }];
  return [
    { about: 'suggestion-waiting', id },
    { about: 'suggestion-received', id },
  ];
};

type Ports = Pick<Core, 'documents' | 'fetchInternal' | 'now'>;

const readLetter = async (
  { fetchInternal }: Ports,
  { publicUrl }: PasswordMailSettings,
  send: { about: About; id: number },
) => {
  const { body, refused } = await askInternal(fetchInternal, readLetterOfCalendar, {
    send: { ...send, base_url: publicUrl },
  });
  if (refused !== undefined) throw refused;
  return body.letter ?? undefined;
};

/** Returns the ids of the users who have a capability. */
const usersWith = async ({ documents }: Ports, capability: string): Promise<readonly number[]> => {
  const able = roles.filter((role) => capabilitiesOf([role]).some((held) => held === capability));
  const filter = { field: 'roles', contains: able };
  const order = [{ field: 'id', direction: 'asc' }] as const;
  return (await documents.find<User>(users, { filter, order, limit: MAX_RECIPIENTS })).map(({ id }) => id);
};

/** Returns the ids of the users who get a letter; null for the address in the letter. */
const recipientsOf = async (
  ports: Ports,
  settings: PasswordMailSettings,
  asked: { readonly about: About; readonly id: number },
): Promise<readonly (number | null)[]> => {
  const letter = await readLetter(ports, settings, asked);
  if (letter === undefined) return [];
  const { to } = letter;
  if ('capability' in to) return usersWith(ports, to.capability);
  return ['user' in to ? to.user : null];
};

const noticeData = z.object({
  about: readLetterOfCalendar.request.shape.about,
  id: z.int(),
  /** The id of the user who gets it; null for the address in the letter. */
  user: z.int().nullable(),
});

/** Queues the mails that other services want; without a mail server it takes their events, and does nothing. */
export const noticeMails = (
  ports: Ports,
  settings: PasswordMailSettings | undefined,
  effects: () => Pick<RunningEffects, 'add'>,
): Subscription => ({
  name: 'core.mails',
  sources: ['calendar'],
  takes: [followedFeedChanged, suggestionChanged],
  handle: async (delivery) => {
    if (settings === undefined || ports.now().getTime() - Date.parse(delivery.at) > MAX_AGE_MS) return;
    const until = new Date(Date.parse(delivery.at) + MAX_AGE_MS).toISOString();
    const wanted: WantedEffect[] = [];
    for (const { about, id } of lettersOf(delivery))
      for (const user of await recipientsOf(ports, settings, { about, id })) {
        const key = `${about}/${id}/${user ?? 'visitor'}`;
        wanted.push({ type: NOTICE, receiver: 'mail', key, data: { about, id, user }, until });
      }
    if (wanted.length > 0) await effects().add(delivery, wanted);
  },
});

/** Returns the handler that sends these mails. A letter that has no reason any more is not sent. */
export const noticeMailHandler = (ports: Ports, settings: PasswordMailSettings): EffectHandler => ({
  handle: async ({ id: effect, data }, signal) => {
    const { about, id, user } = noticeData.parse(data);
    const letter = await readLetter(ports, settings, { about, id });
    if (letter === undefined) return;
    const { to: recipient, subject, text } = letter;
    const address = user === null ? undefined : (await userById(ports.documents, user))?.email;
    const to = user === null && 'address' in recipient ? recipient.address : address;
    if (!to) return;
    const { mail, publicUrl } = settings;
    const from = mail.from ?? `no-reply@${new URL(publicUrl).hostname}`;
    await mail.send({ id: effect, from, to, subject, text }, signal);
  },
});

/** The route by which other services read whether mails are sent. */
export const mailRoute = ({ passwordMails }: Pick<AccountsCore, 'passwordMails'>): Route =>
  route({
    namespace: 'internal',
    path: '/mail',
    methods: ['GET'],
    summary: readMailOfCore.description,
    hidden: true,
    args: {},
    permission: ({ principal }) => principal.kind === 'system',
    handle: async () => ({ body: { available: passwordMails !== undefined } }),
  });
