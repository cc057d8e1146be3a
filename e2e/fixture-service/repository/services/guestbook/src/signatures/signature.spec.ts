import { given } from '@almanac/event-sourcing/testing';
import { signature } from './signature.ts';

const sign = { id: 5_001, author: 7, text: 'Hello.' };
const signed = { type: 'GuestbookSigned', data: sign } as const;

describe('a signature', () => {
  const decide = (state: typeof signature.initialState) => signature.decide(state, sign, undefined);

  it('is written once', () => given(signature).when(decide).then([signed]));

  it('is refused for a user who has already signed', () =>
    given(signature, [signed]).when(decide).thenThrows('guestbook_signed_already', 409));
});
