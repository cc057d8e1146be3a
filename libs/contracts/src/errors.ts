import { defineErrors } from '@almanac/i18n';

export const contractsErrors = defineErrors({
  recordTooLarge: {
    code: 'rest_content_too_large',
    status: 413,
    message: 'The record is too large.',
    remedy: 'Shorten the texts of the record, or divide it.',
  },
});
