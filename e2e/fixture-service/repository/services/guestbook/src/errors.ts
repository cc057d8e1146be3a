import { defineErrors } from '@almanac/i18n';

export const guestbookErrors = defineErrors({
  signedAlready: {
    code: 'guestbook_signed_already',
    status: 409,
    message: 'You have signed the guest book already.',
    remedy: 'Read your signature in the guest book.',
  },
});
