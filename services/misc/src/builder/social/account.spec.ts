import { given } from '@almanac/event-sourcing/testing';
import { type SocialAccountCommand, type SocialAccountEvent, socialAccountDecider } from './account.ts';

const profile = { account: '1', username: 'riverside', account_type: null };
const connection = { ...profile, token: 'social-token-1', expires_at: null, connection: 'one' };
const connected: SocialAccountEvent = { type: 'SocialAccountConnected', data: connection };
const renewed: SocialAccountEvent = {
  type: 'SocialTokenRenewed',
  data: { token: 'social-token-2', expires_at: null },
};
const refused: SocialAccountEvent = { type: 'SocialTokenRefused', data: {} };
const disconnected: SocialAccountEvent = { type: 'SocialAccountDisconnected', data: {} };

const refuse = (from: string): SocialAccountCommand => ({ type: 'Refuse', from });
const renew = (from: string): SocialAccountCommand => ({
  type: 'Renew',
  from,
  to: { token: 'social-token-2', expires_at: null },
});

describe('the account of the social feed', () => {
  it('is connected, also over another one', () => {
    given(socialAccountDecider)
      .when({ type: 'Connect', ...connection })
      .then([connected]);
    given(socialAccountDecider, [connected])
      .when({ type: 'Connect', ...connection })
      .then([connected]);
  });

  it('has its token renewed and refused only under the token that was sent', () => {
    const there = given(socialAccountDecider, [connected]);
    there.when(renew('social-token-1')).then([renewed]);
    there.when(renew('another')).then([]);
    there.when(refuse('social-token-1')).then([refused]);
    there.when(refuse('another')).then([]);
    given(socialAccountDecider, [connected, refused]).when(refuse('social-token-1')).then([]);
    given(socialAccountDecider, [connected, renewed]).when(refuse('social-token-2')).then([refused]);
  });

  it('is back once it is connected again', () => {
    given(socialAccountDecider, [connected, refused, connected]).when(refuse('social-token-1')).then([refused]);
  });

  it('is disconnected only while there is one', () => {
    const gone = given(socialAccountDecider, [connected, disconnected]);
    given(socialAccountDecider, [connected]).when({ type: 'Disconnect' }).then([disconnected]);
    given(socialAccountDecider).when({ type: 'Disconnect' }).thenThrows('social_not_connected', 409);
    gone.when({ type: 'Disconnect' }).thenThrows('social_not_connected', 409);
    gone.when(renew('social-token-1')).then([]);
  });
});
