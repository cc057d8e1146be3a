import { type SocialAccountCommand, socialAccountDecider } from './builder/social/account.ts';
import { packageDecider } from './installer/packages/package.ts';
import { SITE, subscriptionDecider } from './installer/subscription/subscription.ts';
import { type RecoveryCodesCommand, recoveryCodesDecider } from './login/recoveryCodes.ts';
import { secondStepDecider } from './login/secondStep.ts';
import { type SessionCommand, sessionDecider } from './login/session.ts';
import { asSystem } from './misc.ts';
import { webhookDecider } from './ops/webhooks/webhook.ts';
import { dailyVisitsDecider, zeroCounts } from './popup/visits/dailyVisits.ts';
import type { TestService } from './testing.contract.ts';

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

type Ask = (method: string, path: string, body?: object) => Promise<{ readonly id: number }>;

/** Causes every type of event of misc, at least once with all members that it can have. */
export const causeAllMiscEvents = async (served: TestService): Promise<void> => {
  const ask: Ask = async (method, path, body) => {
    const answer = await served.ask(path, { as: 'administrator', method, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await popups(ask);
  await visits(ask, served);
  await packages(ask, served);
  await secondStep(served);
  await subscription(served);
  await claims(served);
  await webhooks(ask, served);
  await social(served);
};

/** A popup as sent by clients, with every member. */
export const wholePopup = {
  title: 'Newsletter',
  content: '<p>Join <a href="/join/">us</a></p>',
  include: ['/events/*'],
  exclude: ['/events/list/'],
  languages: ['fr-ca'],
  audience: 'visitors',
  starts: '2031-01-01T00:00:00Z',
  ends: '2031-02-01T00:00:00Z',
  trigger: { on: 'scroll', delay: 200, depth: 40, selector: '.more' },
  frequency: 'week',
  goal: { on: 'submit', selector: 'form' },
} as const;

const popups = async (ask: Ask): Promise<void> => {
  const { id } = await ask('POST', '/popup/v1/popups', wholePopup);
  const path = `/popup/v1/popups/${id}`;
  const { title, languages: _, ...others } = wholePopup;
  await ask('PATCH', path, { ...others, title: `${title}!`, languages: [], starts: null, frequency: 'once' });
  await ask('PATCH', path, { status: 'publish' });
  await ask('PATCH', path, { status: 'draft' });
  await ask('DELETE', path);
  await ask('DELETE', `${path}?force=true`);
};

/** Counts both kinds of visits, resets the statistics, and closes a counter as earlier releases did after a month. */
const visits = async (ask: Ask, served: TestService): Promise<void> => {
  const { id } = await ask('POST', '/popup/v1/popups', { title: 'Counted', status: 'publish' });
  const { commands, newId } = served.misc;
  const visit = (last: object) => ({ ...zeroCounts, ...last, popup: id, day: '2031-01-01' });
  const counter = `${id}-2031-01-01-specs`;
  for (const last of [
    { opens: 1, last_open: '2031-01-01T12:00:00.000Z' },
    { conversions: 1, last_conversion: '2031-01-01T12:00:00.000Z' },
  ]) {
    const commitId = newId();
    const why = { principal: 'anonymous', language: 'en', correlation: commitId, causation: commitId } as const;
    await commands.run({ ...why, commitId }, (unit) =>
      unit.decide(dailyVisitsDecider, counter, { type: 'Count', counted: visit(last) }, undefined),
    );
  }
  await ask('DELETE', `/popup/v1/popups/${id}/stats`);
  served.advance(40 * 86_400_000);
  await commands.run(asSystem(served.misc), (unit) =>
    unit.append(dailyVisitsDecider, counter, [{ type: 'LaneClosed', data: {} }]),
  );
  served.advance(-40 * 86_400_000);
};

const packages = async (ask: Ask, { misc }: TestService): Promise<void> => {
  for (const status of ['inactive', 'active']) await ask('PATCH', '/installer/v1/packages/webhooks', { status });
  for (const isEntitled of [false, true])
    await misc.commands.run(context, (unit) =>
      unit.decide(packageDecider, 'webhooks', { type: 'SetEntitled', isEntitled }, { isNeeded: false }),
    );
};

/** Runs a sign-in with a code by mail, and one with a recovery code. */
const secondStep = async ({ misc }: TestService): Promise<void> => {
  const { commands } = misc;
  const deliveries = { mail: true, app: false };
  const at = new Date('2031-01-01T12:00:00Z');
  const code = 'b7f0a6de-3b1c-4a0e-9d53-0c4d2f6f1e11';
  await commands.run(context, (unit) =>
    unit.decide(secondStepDecider, 'site', { scope: 'administrators' }, deliveries),
  );
  for (const [session, fits] of [['1', { code }] as const, ['2', 'recovery'] as const]) {
    const decide = (command: SessionCommand) =>
      commands.run(context, (unit) => unit.decide(sessionDecider, session, command, undefined));
    await decide({ type: 'Begin', user: 7, at });
    await decide({ type: 'Issue', id: code, byPair: false, mailed: true, at });
    await decide({ type: 'Check', fits: 'nothing', at });
    await decide({ type: 'Check', fits, at });
  }
  const set = '5a2f8f0e-6a0b-4c39-8e2a-3d1f7b9c2d44';
  const recovery = (command: RecoveryCodesCommand) =>
    commands.run(context, (unit) => unit.decide(recoveryCodesDecider, 7, command, undefined));
  await recovery({ type: 'Make', set });
  await recovery({ type: 'Use', set, index: 3 });
};

const subscription = async ({ misc }: TestService): Promise<void> => {
  const expires_at = '2032-01-01T00:00:00Z';
  await misc.commands.run(context, (unit) =>
    unit.append(subscriptionDecider, SITE, [
      { type: 'SubscriptionRefreshed', data: { status: 'active', expires_at } },
      { type: 'SubscriptionRefused', data: {} },
    ]),
  );
};

const webhooks = async (ask: Ask, { misc }: TestService): Promise<void> => {
  const { id } = await ask('POST', '/ops/v1/webhooks', { url: 'https://hooks.example/in', types: [] });
  const path = `/ops/v1/webhooks/${id}`;
  await ask('PATCH', path, { url: 'https://hooks.example/', types: ['core.post-changed.v1'], status: 'paused' });
  await ask('PATCH', path, { status: 'active' });
  await ask('POST', `${path}/ping`);
  await misc.commands.run(context, (unit) =>
    unit.decide(webhookDecider, id, { type: 'DisableWebhook', reason: 'the receiver answered 410' }, undefined),
  );
  await ask('DELETE', path);
};

const social = async ({ misc }: TestService): Promise<void> => {
  const decide = (command: SocialAccountCommand) =>
    misc.commands.run(context, (unit) => unit.decide(socialAccountDecider, 'account', command, undefined));
  const [first, second] = [tokenNamed('2b4c1a60'), tokenNamed('9d0e7f35')];
  const profile = { account: '17841400000000001', username: 'riverside', account_type: 'BUSINESS' };
  const connection = '0f6c2a4e-7d18-4b93-a5e2-61c0d9b8f7a3';
  await decide({ type: 'Connect', ...profile, ...first, connection });
  await decide({ type: 'Renew', from: first.token, to: second });
  await decide({ type: 'Refuse', from: second.token });
  await decide({ type: 'Disconnect' });
};

const tokenNamed = (start: string) => ({
  token: `social-token-${start}-5e1f-4c7a-8b2d-3a9f0c6e4d17`,
  expires_at: '2031-03-01T12:00:00.000Z',
});

/** Takes and releases a claim: no record of misc uses one yet, but every service can. */
const claims = async ({ misc }: TestService): Promise<void> => {
  await misc.commands.run(context, (unit) => unit.take('spec', 'name', 'popup-1'));
  await misc.commands.run(context, (unit) => unit.release('spec', 'name', 'popup-1'));
};
