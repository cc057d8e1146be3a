/** What each of them may refuse beside what every route does (docs/interface/translation-engine.md §2). */
export const accountRefusals = {
  409: ['i18n_site_not_registered', 'i18n_site_cloned'],
  502: ['i18n_remote_error'],
  503: ['i18n_remote_unavailable'],
  504: ['i18n_remote_timeout'],
} as const;
