import { DomainError, defineErrors, type ErrorFactory, isDomainError } from '@almanac/i18n';
import type { XliffFault } from '@almanac/xliff';

/** The errors of translation. */
export const translationErrors = defineErrors({
  // jobs
  unknownJob: {
    code: 'i18n_job_not_found',
    status: 404,
    message: 'There is no such job.',
    remedy: 'Name a job from the list of jobs.',
  },
  supersededJob: {
    code: 'i18n_job_superseded',
    status: 409,
    message: 'The job has been sent again since.',
    remedy: 'Read the job again and use its new job id.',
  },
  cancelledJob: {
    code: 'i18n_job_cancelled',
    status: 409,
    message: 'The job was cancelled.',
    remedy: 'Send the record to translation again.',
  },
  openJob: {
    code: 'i18n_job_open',
    status: 409,
    message: 'There is an open job for that target.',
    remedy: 'Finish or cancel the open job first.',
  },
  badTransition: {
    code: 'i18n_job_bad_transition',
    status: 409,
    message: 'The job is not at a status that allows this.',
    remedy: 'Read the job again and choose an action that its status allows.',
  },
  incompleteJob: {
    code: 'i18n_job_incomplete',
    status: 422,
    message: 'Some units are not translated.',
    remedy: 'Translate all units before you finish the job.',
  },
  sourceGone: {
    code: 'i18n_source_gone',
    status: 409,
    message: 'The source of the translation no longer exists.',
    remedy: 'Cancel the job, or restore the record.',
  },
  forbiddenJob: {
    code: 'rest_forbidden',
    status: 403,
    message: 'Sorry, you are not allowed to do that with this job.',
    remedy: 'Ask a translation manager to do it.',
  },
  nothingToTranslate: {
    code: 'i18n_nothing_to_translate',
    status: 422,
    message: 'An element has no text that could be translated.',
    remedy: 'Send only elements that have a text.',
  },

  // files of jobs
  malformedXliff: {
    code: 'i18n_xliff_malformed',
    status: 400,
    message: 'The file cannot be read: line {line}: {reason}',
    remedy: 'Send a well-formed XLIFF file.',
  },
  unknownXliffVersion: {
    code: 'i18n_xliff_version',
    status: 415,
    message: 'The version of the file is not supported: line {line}: {reason}',
    remedy: 'Save the file as XLIFF 1.2 or 2.0.',
  },
  foreignXliff: {
    code: 'i18n_xliff_mismatch',
    status: 409,
    message: 'The file does not belong to the job: {reason}',
    remedy: 'Send the file that was exported for this job.',
  },
  changedXliffSource: {
    code: 'i18n_xliff_source_changed',
    status: 409,
    message: 'The source has changed since: line {line}: {reason}',
    remedy: 'Export the file again and translate the new source.',
  },
  incompleteXliff: {
    code: 'i18n_xliff_incomplete',
    status: 422,
    message: 'Some units are not translated.',
    remedy: 'Translate all units of the file.',
  },

  // translators
  unknownTranslator: {
    code: 'i18n_translator_not_found',
    status: 404,
    message: 'There is no such translator.',
    remedy: 'Name a translator from the list of translators.',
  },
  forbiddenManager: {
    code: 'rest_forbidden',
    status: 403,
    message: 'Only administrators may do that with managers.',
    remedy: 'Ask an administrator to do it.',
  },
  pairNotHeld: {
    code: 'i18n_translator_language_pair',
    status: 422,
    message: 'The translator does not translate that pair of languages.',
    remedy: 'Choose another translator, or add the pair to this one.',
  },

  // strings
  unknownString: {
    code: 'i18n_string_not_found',
    status: 404,
    message: 'There is no such string.',
    remedy: 'Name a string from the list of strings.',
  },
  invalidSetting: {
    code: 'i18n_setting_invalid',
    status: 422,
    message: 'There is no such setting, or it cannot be set to that.',
    remedy: 'Choose a setting from the list of settings and a value that it allows.',
  },

  // files of strings
  unknownDomain: {
    code: 'i18n_domain_not_found',
    status: 404,
    message: 'There are no strings of that domain.',
    remedy: 'Name a domain from the list of domains.',
  },
  invalidFile: {
    code: 'i18n_file_invalid',
    status: 422,
    message: 'The file cannot be read: line {line}: {reason}',
    remedy: 'Correct that line and send the file again.',
  },
  nothingToScan: {
    code: 'i18n_nothing_to_scan',
    status: 400,
    message: 'Name the plugins, themes or others whose files are to be read.',
    remedy: 'Name at least one component.',
  },
  unknownComponent: {
    code: 'i18n_unknown_component',
    status: 404,
    message: 'There is no such component.',
    remedy: 'Name only installed components.',
  },
  scanLocked: {
    code: 'i18n_scan_locked',
    status: 423,
    message: 'Files are being read already.',
    remedy: 'Try again when the other import has ended.',
  },
  folderNotWritable: {
    code: 'i18n_mo_not_writable',
    status: 507,
    message: 'The folder of generated files cannot be written.',
    remedy: 'Give the service write access to the folder, and free disk space.',
  },
  invalidXml: {
    code: 'i18n_xml_invalid',
    status: 422,
    message: 'The configuration is not valid: {errors} faults.',
    remedy: 'Correct the faults in the list and save again.',
  },

  // account
  registeredByAnother: {
    code: 'i18n_site_registered',
    status: 409,
    message: 'The site was registered by another manager.',
    remedy: 'Ask that manager to make the change.',
  },
  notRegistered: {
    code: 'i18n_site_not_registered',
    status: 409,
    message: 'The site is not registered with the translation service yet.',
    remedy: 'Register the site first.',
  },
  notCloned: {
    code: 'i18n_site_not_cloned',
    status: 409,
    message: 'The site is at the address with which it was registered.',
    remedy: 'Nothing has to be done.',
  },
  clonedSite: {
    code: 'i18n_site_cloned',
    status: 409,
    message:
      'The site is not at the address with which it was registered; an administrator says by ams/clone whether it is a copy or has moved.',
    remedy: 'Ask an administrator to say whether the site is a copy or has moved.',
  },
  invalidEngines: {
    code: 'i18n_engine_invalid',
    status: 422,
    message: 'The engines cannot be chosen so.',
    remedy: 'Correct the list of engines.',
  },

  // translation service
  remoteUnavailable: {
    code: 'i18n_remote_unavailable',
    status: 503,
    message: 'The translation service is not available; try again later.',
    remedy: 'Check the address of the translation service, or try again later.',
  },
  remoteTimeout: {
    code: 'i18n_remote_timeout',
    status: 504,
    message: 'The translation service has not answered in time.',
    remedy: 'Try again later.',
  },
  remoteFailed: {
    code: 'i18n_remote_error',
    status: 502,
    message: 'The translation service has answered with an error.',
    remedy: 'Try again later, or ask the operator of the translation service.',
  },
  nothingToPass: {
    code: 'endpoint_without_parameters',
    status: 400,
    message: 'The request names nothing to be passed on.',
    remedy: 'Send the address, the method and the headers.',
  },
  incompletePassedRequest: {
    code: 'missing_required_parameters',
    status: 400,
    message: 'The address, the method and the headers are required.',
    remedy: 'Send the address, the method and the headers.',
  },
  otherMethod: {
    code: 'invalid_method',
    status: 400,
    message: 'The method must be the one by which the request comes.',
    remedy: 'Send the request with the method that it names.',
  },
  foreignUrl: {
    code: 'invalid_url',
    status: 400,
    message: 'The address is none of the translation service.',
    remedy: 'Name an address of the translation service.',
  },
  grantsAccess: {
    code: 'i18n_proxy_grants_access',
    status: 403,
    message: 'The answer of this operation grants access to the translation service.',
    remedy: 'Register the site at ams/register_manager, and open the console at ams/console.',
  },

  // agencies and the engine
  invalidBatch: {
    code: 'i18n_batch_invalid',
    status: 422,
    message: 'A batch is a number, several are a list of numbers.',
    remedy: 'Send the number of a batch, or a list of numbers.',
  },
  unknownBatch: {
    code: 'i18n_batch_not_found',
    status: 404,
    message: 'There is no such batch.',
    remedy: 'Name a batch that was sent.',
  },
  jobNotReady: {
    code: 'i18n_job_not_ready',
    status: 409,
    message: 'The translation is not ready.',
    remedy: 'Try again when the agency has finished.',
  },
  invalidEngineNumber: {
    code: 'i18n_ate_job_invalid',
    status: 422,
    message: 'The number of the job at the engine is missing: ate_job_id.',
    remedy: 'Send the number that the engine gave to the job.',
  },
  takenEngineNumber: {
    code: 'i18n_ate_job_taken',
    status: 409,
    message: 'Another job has that number at the engine.',
    remedy: 'Send the number of this job.',
  },
  deliveryNotReady: {
    code: 'i18n_xliff_not_ready',
    status: 409,
    message: 'The translation is not ready yet.',
    remedy: 'Try again later.',
  },
  /** A person saved units here with other texts than the delivered ones. */
  editedHere: {
    code: 'i18n_job_edited',
    status: 409,
    message: 'The job has been translated here since.',
    remedy: 'Finish the job here, or send it again.',
  },
  unitsDiffer: {
    code: 'i18n_units_differ',
    status: 409,
    message: 'Tags or placeholders of the translation differ from those of its source.',
    remedy: 'Correct the tags and placeholders at the translation service.',
  },
  incompleteDelivery: {
    code: 'i18n_xliff_incomplete',
    status: 422,
    message: 'The file does not translate all units.',
    remedy: 'Translate all units of the file.',
  },
  invalidCallbackToken: {
    code: 'i18n_ate_receive_invalid_token',
    status: 403,
    message: 'The token does not fit.',
    remedy: 'Call the address that was sent with the job.',
  },
  unknownCalledJob: {
    code: 'i18n_job_missing',
    status: 422,
    message: 'There is no such job.',
    remedy: 'Stop calling for this job.',
  },
  callbackTooEarly: {
    code: 'xliff_not_ready',
    status: 425,
    message: 'The translation is not ready yet.',
    remedy: 'Call again later.',
  },
  callbackFailed: {
    code: 'apply_failed',
    status: 503,
    message: 'The translation could not be taken over.',
    remedy: 'Call again later.',
  },
});

const xliffErrors = {
  malformed: translationErrors.malformedXliff,
  version: translationErrors.unknownXliffVersion,
  mismatch: translationErrors.foreignXliff,
  'source-changed': translationErrors.changedXliffSource,
} as const;

/** Returns the error for a file that does not match its job. */
export const xliffError = ({ kind, line, reason }: XliffFault): DomainError =>
  xliffErrors[kind]({ params: { line, reason }, data: { line, reason } });

/** Returns the error for an invalid file, which is refused as a whole. Lines count from 1; 0 means the whole file. */
export const invalidFile = (line: number, reason: string): DomainError =>
  translationErrors.invalidFile({ params: { line, reason }, data: { line, reason } });

/** Returns the error for a translation that the owner of its record does not write, with the owner's code. */
export const refusedByOwner = (code: string, message: string): DomainError => new DomainError(code, 409, message);

const isOneOf = (error: unknown, errors: readonly ErrorFactory[]): error is DomainError =>
  isDomainError(error) && errors.some((each) => each.matches(error));

/** True if the translation service is at fault, not the request. */
export const isRemoteFault = (error: unknown): error is DomainError =>
  isOneOf(error, [
    translationErrors.remoteUnavailable,
    translationErrors.remoteTimeout,
    translationErrors.remoteFailed,
  ]);

export const isClonedSite = (error: unknown): error is DomainError => isOneOf(error, [translationErrors.clonedSite]);

/** True if units of the job are not translated. */
export const isIncompleteJob = (error: unknown): error is DomainError =>
  isOneOf(error, [translationErrors.incompleteJob]);

/** True if a job refused a command because it has changed meanwhile. */
export const isChangedJob = (error: unknown): error is DomainError =>
  isOneOf(error, [
    translationErrors.supersededJob,
    translationErrors.cancelledJob,
    translationErrors.badTransition,
    translationErrors.takenEngineNumber,
  ]);
