import { given } from '@almanac/domain/testing';
import { type SecondStepEvent, secondStepDecider } from './secondStep.ts';

const changed = (scope: 'off' | 'administrators' | 'everybody'): SecondStepEvent => ({
  type: 'SecondStepChanged',
  data: { scope },
});
const nobody = { mail: false, app: false };

describe('whose sign-in asks for a code', () => {
  it.each([
    { mail: true, app: false },
    { mail: false, app: true },
  ])('is chosen where codes go out by %j', (deliveries) => {
    given(secondStepDecider)
      .when({ scope: 'administrators' }, deliveries)
      .then([changed('administrators')]);
  });

  it('is nobody’s where no code would reach anybody', () => {
    given(secondStepDecider).when({ scope: 'everybody' }, nobody).thenThrows('login_mfa_no_delivery', 409);
    given(secondStepDecider, [changed('administrators')])
      .when({ scope: 'everybody' }, nobody)
      .thenThrows('login_mfa_no_delivery', 409);
    given(secondStepDecider, [changed('everybody')])
      .when({ scope: 'off' }, nobody)
      .then([changed('off')]);
  });

  it('stays without an event where the same is chosen again, even where codes no longer go out', () => {
    given(secondStepDecider).when({ scope: 'off' }, nobody).then([]);
    given(secondStepDecider, [changed('everybody')])
      .when({ scope: 'everybody' }, nobody)
      .then([]);
  });
});
