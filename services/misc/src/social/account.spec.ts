import { fold } from '@almanac/domain';
import { type SocialAccountCommand, type SocialAccountEvent, socialAccountDecider } from './account.ts';

const meta = { at: '2031-01-01T12:00:00.000Z', principal: 'system' };
const connected: SocialAccountEvent = {
  type: 'SocialAccountConnected',
  data: {
    account: '1',
    username: 'riverside',
    account_type: null,
    token: 'social-token-1',
    expires_at: null,
    connection: 'one',
  },
};
const refused: SocialAccountEvent = { type: 'SocialTokenRefused', data: {} };

const decide = (given: readonly SocialAccountEvent[], command: SocialAccountCommand) => {
  const events = given.map((event, index) => ({ ...event, meta, stream: 'social-account', version: index + 1 }));
  const state = fold(socialAccountDecider, events as never);
  return socialAccountDecider.decide(state, command, undefined);
};

describe('the account of the social feed', () => {
  const renew = (from: string) => ({ type: 'Renew', from, to: { token: 'social-token-2', expires_at: null } }) as const;

  it('has its token renewed and refused by the token that was sent alone', () => {
    expect(decide([connected], renew('social-token-1'))).toEqual([
      { type: 'SocialTokenRenewed', data: { token: 'social-token-2', expires_at: null } },
    ]);
    expect(decide([connected], renew('another'))).toEqual([]);
    expect(decide([connected], { type: 'Refuse', from: 'social-token-1' })).toEqual([refused]);
    expect(decide([connected], { type: 'Refuse', from: 'another' })).toEqual([]);
    expect(decide([connected, refused], { type: 'Refuse', from: 'social-token-1' })).toEqual([]);
  });

  it('is there again once it is connected anew', () => {
    expect(decide([connected, refused, connected], { type: 'Refuse', from: 'social-token-1' })).toEqual([refused]);
  });

  it('is disconnected while there is one', () => {
    const disconnected = [{ type: 'SocialAccountDisconnected', data: {} }] as const;
    expect(decide([connected], { type: 'Disconnect' })).toEqual(disconnected);
    expect(() => decide([], { type: 'Disconnect' })).toThrow('No account is connected.');
    expect(() => decide([connected, ...disconnected], { type: 'Disconnect' })).toThrow('No account is connected.');
    expect(decide([connected, ...disconnected], renew('social-token-1'))).toEqual([]);
  });
});
