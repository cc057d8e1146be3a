import { defineErrors } from '@almanac/i18n';

export const redirectionErrors = defineErrors({
  // rules
  unknownRule: {
    code: 'redirect_update_failed',
    status: 400,
    message: 'Invalid redirect details',
    remedy: 'List the redirects to see their ids.',
  },
  unknownListedRule: {
    code: 'redirect_bulk_failed',
    status: 400,
    message: 'Invalid redirect',
    remedy: 'Send only ids of existing redirects.',
  },
  unknownGroupOfRule: {
    code: 'redirect',
    status: 400,
    message: 'Invalid group when creating redirect',
    remedy: 'Send the id of an existing group.',
  },
  invalidMatcher: {
    code: 'redirect',
    status: 400,
    message: 'Invalid redirect matcher',
    remedy: 'Send a match type that the action allows.',
  },
  invalidAction: {
    code: 'redirect',
    status: 400,
    message: 'Invalid redirect action',
    remedy: 'Send one of the documented action types.',
  },
  invalidSource: {
    code: 'redirect',
    status: 400,
    message: 'Invalid source URL',
    remedy: 'Send a path of this site, such as /old-page.',
  },
  invalidPattern: {
    code: 'redirect',
    status: 400,
    message: 'The pattern cannot be used: {pattern}',
    remedy: 'Correct or simplify the regular expression.',
  },
  ruleTooLong: {
    code: 'redirect_create_failed',
    status: 400,
    message: 'Unable to add new redirect',
    remedy: 'Shorten the source URL.',
  },

  // groups
  unknownGroup: {
    code: 'redirect_group_invalid',
    status: 400,
    message: 'Invalid group details',
    remedy: 'List the groups to see their ids.',
  },
  invalidGroup: {
    code: 'redirect_group_invalid',
    status: 400,
    message: 'Invalid group or parameters',
    remedy: 'Send a name and an existing module.',
  },

  // imports
  unknownGroupOfImport: {
    code: 'redirect_import_invalid_group',
    status: 400,
    message: 'Invalid group',
    remedy: 'Send the id of an existing group.',
  },
  invalidUpload: {
    code: 'redirect_import_invalid_file',
    status: 400,
    message: 'Invalid file upload',
    remedy: 'Send a multipart form with the file in the part “file”.',
  },
  fileTooLarge: {
    code: 'redirect_import_invalid_file',
    status: 400,
    message: 'The file is larger than {limit} bytes.',
    remedy: 'Divide the file into smaller files.',
  },
  tooManyLines: {
    code: 'redirect_import_invalid_file',
    status: 400,
    message: 'The file has more than {limit} lines or redirects.',
    remedy: 'Divide the file into smaller files.',
  },
  invalidJson: {
    code: 'redirect_import_invalid_json',
    status: 400,
    message: 'Invalid JSON file: {reason}',
    remedy:
      'Send a JSON file that was exported from redirects, or has a list of redirects or a map of sources to targets.',
  },
  importStopped: {
    code: 'redirect_import_stopped',
    status: 503,
    message: 'The site stopped during the import, after it had created {imported} redirects.',
    remedy: 'Start the import again after the seconds in Retry-After: only the missing redirects are created.',
  },
});
