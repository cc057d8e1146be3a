import { defineErrors } from '@almanac/i18n';

export const pagesErrors = defineErrors({
  /** The gateway renders it as HTML; a page that is hidden from the caller gets it too. */
  pageNotFound: {
    code: 'page_not_found',
    status: 404,
    message: 'There is no page at this address.',
    remedy: 'Compare the address with the link, or search the site.',
  },
});

export const { pageNotFound } = pagesErrors;
