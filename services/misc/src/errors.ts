import { defineErrors } from '@almanac/i18n';

export const miscErrors = defineErrors({
  // builder
  contentTooComplex: {
    code: 'builder_too_complex',
    status: 422,
    message: 'The content is too complex: make it shorter, or nest less in one another.',
    remedy: 'Shorten the content, or nest fewer elements.',
  },
  providerUnavailable: {
    code: 'social_remote_unavailable',
    status: 503,
    message: 'The provider of the social feed does not answer.',
    remedy: 'Try again in a few minutes.',
  },
  accountNotConnected: {
    code: 'social_not_connected',
    status: 409,
    message: 'No account is connected.',
    remedy: 'Connect an account of the provider.',
  },
  tokenRefused: {
    code: 'social_reauthorize',
    status: 409,
    message: 'The provider refuses the account’s token; connect the account again.',
    remedy: 'Connect the account with a new token.',
  },
  unknownMedia: {
    code: 'social_media_not_found',
    status: 404,
    message: 'The account has no such media.',
    remedy: 'List the media of the account to see their ids.',
  },

  // editor
  detailsForbidden: {
    code: 'rest_cannot_view_url_details',
    status: 403,
    message: 'You may not ask what an address is about.',
    remedy: 'Sign in as a user who may write posts.',
  },
  noResponse: {
    code: 'no_response',
    status: 404,
    message: 'Nothing came from this address.',
    remedy: 'Check that the address is right and its server answers.',
  },
  noContent: {
    code: 'no_content',
    status: 404,
    message: 'The page at this address is empty.',
    remedy: 'Choose an address of a page with content.',
  },

  // installer
  unknownPackage: {
    code: 'installer_package_not_found',
    status: 404,
    message: 'There is no such package.',
    remedy: 'List the packages to see their names.',
  },
  cannotViewPlugins: {
    code: 'rest_cannot_view_plugins',
    status: 403,
    message: 'You may not see plugins.',
    remedy: 'Sign in as an administrator.',
  },
  cannotInstallPlugin: {
    code: 'rest_cannot_install_plugin',
    status: 403,
    message: 'You may not install plugins.',
    remedy: 'Sign in as an administrator.',
  },
  cannotManagePlugins: {
    code: 'rest_cannot_manage_plugins',
    status: 403,
    message: 'You may not switch plugins.',
    remedy: 'Sign in as an administrator.',
  },
  unknownPlugin: {
    code: 'rest_plugin_not_found',
    status: 404,
    message: 'There is no such plugin.',
    remedy: 'Name a plugin from the list of plugins.',
  },
  noOtherPlugin: {
    code: 'plugins_api_failed',
    status: 404,
    message: 'Only the site’s own packages can be used.',
    remedy: 'Name a plugin from the list of plugins.',
  },
  packageNeeded: {
    code: 'installer_package_needed',
    status: 409,
    message: 'The site asks for this package; change the setting that does first.',
    remedy: 'Change the setting that needs the package.',
  },
  packageNotEntitled: {
    code: 'installer_package_not_entitled',
    status: 409,
    message: 'The subscription does not have this package.',
    remedy: 'Extend the subscription, then refresh it.',
  },
  vendorUnavailable: {
    code: 'installer_remote_unavailable',
    status: 503,
    message: 'The server of the subscription does not answer.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },
  requestedRecently: {
    code: 'installer_refresh_interval',
    status: 429,
    message: 'The site requested the subscription a short time ago.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },

  // login
  wrongCode: {
    code: 'login_mfa_wrong_code',
    status: 401,
    message: 'The code is not right.',
    remedy: 'Type the code of the newest mail, or request another code.',
  },
  sessionForbidden: {
    code: 'login_mfa_forbidden',
    status: 403,
    message: 'This sign-in is over, or it was never begun.',
    remedy: 'Sign in again.',
  },
  tooManyCodes: {
    code: 'rest_too_many_requests',
    status: 429,
    message: 'No more codes are sent now; try again in {seconds} seconds.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },
  noDelivery: {
    code: 'login_mfa_no_delivery',
    status: 409,
    message: 'No codes could be delivered: set MAIL_URL, or MFA_APP_URL with MFA_APP_KEY.',
    remedy: 'Set MAIL_URL, or MFA_APP_URL with MFA_APP_KEY, and restart the service.',
  },
  deliveryFailed: {
    code: 'login_mfa_delivery_failed',
    status: 503,
    message: 'The code cannot be sent now; try again later.',
    remedy: 'Try again later; operators check the mail server or the app.',
  },

  // oembed
  nothingToEmbed: {
    code: 'oembed_invalid_url',
    status: 404,
    message: 'There is nothing at this address that can be embedded.',
    remedy: 'Choose the address of a public record.',
  },
  tooManyLookUps: {
    code: 'rest_too_many_requests',
    status: 429,
    message: 'Too many addresses were looked up; try again in {seconds} seconds.',
    remedy: 'Wait for the seconds in Retry-After, then try again.',
  },

  // ops
  unknownDeadLetter: {
    code: 'ops_dead_letter_not_found',
    status: 404,
    message: 'There is no dead letter there.',
    remedy: 'List the dead letters to see their places.',
  },
  unknownRecord: {
    code: 'ops_record_not_found',
    status: 404,
    message: 'There is no such record, and never was.',
    remedy: 'Check the kind and the id of the record.',
  },
  notRestorable: {
    code: 'ops_not_restorable',
    status: 409,
    message: 'A record of this kind, or one that was deleted for good, cannot be brought back.',
    remedy: 'Create the record again from its history.',
  },
  /** A change repeatedly conflicted with others. */
  recordContended: {
    code: 'rest_contention',
    status: 503,
    message: 'The record is being changed by others all the time; try again.',
    remedy: 'Try again in a few seconds.',
  },
  rebuildRunning: {
    code: 'ops_rebuild_running',
    status: 409,
    message: 'A rebuild of this service is already running.',
    remedy: 'Wait until the running rebuild has ended.',
  },
  unknownRebuild: {
    code: 'ops_rebuild_not_found',
    status: 404,
    message: 'There is no such rebuild.',
    remedy: 'List the rebuilds to see their ids.',
  },
  unknownWebhook: {
    code: 'ops_webhook_not_found',
    status: 404,
    message: 'There is no such webhook.',
    remedy: 'List the webhooks to see their ids.',
  },
  unknownDelivery: {
    code: 'ops_delivery_not_found',
    status: 404,
    message: 'There is no such delivery, or its event is not kept any more.',
    remedy: 'List the deliveries of the webhook to see their ids.',
  },
  feedGone: {
    code: 'ops_stream_gone',
    status: 410,
    message: 'Events after that one are not kept any more.',
    remedy: 'Read all records again, then continue from the oldest event in the answer.',
  },

  // popup
  unknownPopup: {
    code: 'popup_not_found',
    status: 404,
    message: 'There is no such popup.',
    remedy: 'List the popups to see their ids.',
  },
  popupTrashed: {
    code: 'rest_already_trashed',
    status: 410,
    message: 'The popup is in the trash already.',
    remedy: 'Restore the popup, or delete it permanently.',
  },
});
