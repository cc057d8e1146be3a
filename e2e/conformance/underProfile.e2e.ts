import { recordedExchangesOn } from './conformance.contract.ts';
import { PROFILE, PROFILE_ROOT, underProfile } from './profileNames.ts';

recordedExchangesOn(['embedded'], {
  title: 'conformance under a profile of names',
  environment: { ALIASES: PROFILE },
  root: (base) => new URL(PROFILE_ROOT, base).href,
  read: underProfile,
});
