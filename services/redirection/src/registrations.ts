import type { RecordRegistration } from '@almanac/service';
import { groupRegistration } from './groups/group.ts';
import { optionsRegistration } from './options/options.ts';
import { ruleRegistration } from './rules/rule.ts';

/** Every aggregate of redirection with its documents. */
export const registrations: readonly RecordRegistration[] = [ruleRegistration, groupRegistration, optionsRegistration];
