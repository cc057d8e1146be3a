import { join } from 'node:path';
import { createTexts } from '@almanac/i18n';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { calxDocumentTexts } from '../calx/document.ts';
import { scheduleTexts } from '../calx/scheduleView.ts';
import { documentTexts } from '../discovery/documentRoute.ts';
import { routesOf } from '../service.ts';
import { calendarOf } from '../testing.contract.ts';
import { catalogues } from './catalogues.ts';

const source = join(import.meta.dirname, '..');

cataloguesContract('the calendar', {
  sources: [source, join(source, '../../../libs/content-model/src')],
  routes: routesOf(calendarOf(), createTexts()),
  others: [...documentTexts, ...calxDocumentTexts, ...scheduleTexts],
  catalogues,
});
