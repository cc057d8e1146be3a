import type { DomainError } from '@almanac/i18n';
import { miscErrors } from '../../errors.ts';

/** Delay in seconds before an unreachable provider is queried again. */
export const BACK_OFF_S = 60;

export const socialAway = (): DomainError => miscErrors.providerUnavailable({ data: { retry_after: BACK_OFF_S } });
