/** The refusals of routes that call outside services (docs/interface/translation-engine.md §2). */
export const remoteRefusals = {
  409: ['i18n_site_cloned'],
  502: ['i18n_remote_error'],
  503: ['i18n_remote_unavailable'],
  504: ['i18n_remote_timeout'],
} as const;

/** The refusals of routes that call the account. */
export const accountRefusals = {
  ...remoteRefusals,
  409: ['i18n_site_not_registered', ...remoteRefusals[409]],
} as const;
