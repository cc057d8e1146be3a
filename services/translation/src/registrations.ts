import type { RecordRegistration } from '@almanac/service';
import { accountRegistration } from './account/siteAccount.ts';
import { customXmlRegistration } from './custom-xml/customXml.ts';
import { batchRegistration } from './jobs/batch.ts';
import { jobRegistration } from './jobs/job.ts';
import { unitsRegistration } from './jobs/units.ts';
import { stringSettingsRegistration } from './string-settings/stringSettings.ts';
import { stringRegistration } from './strings/siteString.ts';
import { translatorRegistration } from './translators/translator.ts';

/** Every aggregate of translation with its documents. */
export const registrations: readonly RecordRegistration[] = [
  translatorRegistration,
  stringRegistration,
  stringSettingsRegistration,
  batchRegistration,
  jobRegistration,
  unitsRegistration,
  customXmlRegistration,
  accountRegistration,
];
