import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { signatureRoutes } from '../signatures/signatureRoutes.ts';
import { guestbookOf } from '../testing.contract.ts';
import { catalogues } from './catalogues.ts';

const routes = signatureRoutes(guestbookOf());

const sources = [join(import.meta.dirname, '..')];
cataloguesContract('the guest book', { sources, routes, others: [], catalogues, atLeast: 4 });
declaredAnswersContract('the guest book', routes);
