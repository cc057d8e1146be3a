import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './service.ts';
import { redirectionOf } from './testing.contract.ts';

declaredAnswersContract('redirection', routesOf(redirectionOf()));
