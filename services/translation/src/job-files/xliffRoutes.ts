import { recordVersion } from '@almanac/event-sourcing';
import { boolean, type RestRequest, type Route, route, text } from '@almanac/rest';
import { isFinished, XLIFF_VERSIONS, xmlText } from '@almanac/xliff';
import { z } from 'zod';
import { decodeBase64 } from '../base64.ts';
import { isIncompleteJob, translationErrors } from '../errors.ts';
import { savedJobAnswer } from '../jobs/answers.ts';
import { jobDecider, requireOpenRevision } from '../jobs/job.ts';
import { askedJob, mayUseJob } from '../jobs/jobAccess.ts';
import { jobIdArg, jobRefusals, savedAnswer } from '../jobs/jobRoutes.ts';
import { type Saving, saveUnits } from '../jobs/saveUnits.ts';
import type { Translation } from '../translation.ts';
import { type JobFile, jobFile, writtenFile } from './jobFile.ts';
import { matchedFile } from './matchedFile.ts';

const namespace = 'i18n/tm/v1';

/** Returns the routes that export jobs as files and import them again (docs/interface/translation-jobs.md §10). */
export const xliffRoutes = (translation: Translation): Route[] => [fetchRoute(translation), storeRoute(translation)];

const fetchAnswer = z.strictObject({ content: z.base64(), sourceLang: z.string(), targetLang: z.string() });

const fetchRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/xliff/fetch/{jobId:\\d+}',
    methods: ['GET'],
    summary: 'Returns the texts of a job as an XLIFF file.',
    args: {
      ...jobIdArg,
      version: text({ default: '1.2', enum: XLIFF_VERSIONS, description: 'The version of XLIFF.' }),
    },
    permission: (request) => mayUseJob(translation, request),
    answers: { 200: fetchAnswer, ...jobRefusals },
    handle: async (request) => {
      const found = await askedJob(translation, request);
      const file = await jobFile(translation, found);
      const { path } = found.revision;
      const written = writtenFile(file, request.args.version, path === null ? '' : `${request.site}${path}`);
      const body = {
        content: Buffer.from(written).toString('base64'),
        sourceLang: file.sourceLanguage,
        targetLang: file.targetLanguage,
      };
      return { body, version: recordVersion(jobDecider, found.job) };
    },
  });

const storeAnswer = savedJobAnswer.extend({ unknown_units: z.array(z.string()) }).meta({ id: 'StoredTranslationFile' });

const storeRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/xliff/store/{jobId:\\d+}',
    methods: ['POST'],
    summary: 'Imports the texts of a job from an XLIFF file.',
    args: {
      ...jobIdArg,
      content: text({
        required: true,
        nonEmpty: true,
        description: 'The file, in base64.',
        check: (content) => (decodeBase64(content) === undefined ? '{name} is not in base64.' : undefined),
      }),
      complete: boolean({ default: false, description: 'True if these texts finish the job.' }),
    },
    permission: (request) => mayUseJob(translation, request),
    answers: {
      200: storeAnswer,
      202: storeAnswer,
      400: ['i18n_xliff_malformed'],
      404: ['i18n_job_not_found'],
      409: [
        ...jobRefusals[409],
        'i18n_job_bad_transition',
        'i18n_source_gone',
        'i18n_xliff_mismatch',
        'i18n_xliff_source_changed',
      ],
      415: ['i18n_xliff_version'],
      422: ['i18n_xliff_incomplete'],
    },
    handle: async (request) => {
      const { jobId, content, complete } = request.args;
      const { commands, context, principal, ifMatch } = request;
      const { texts, unknown } = await readFor(translation, request, content);
      await save(translation, { commands, context, principal, jobId, texts, complete, ifMatch });
      return withUnknown(await savedAnswer(translation, request, { jobId, complete }), unknown);
    },
    recover: async (request) => withUnknown(await savedAnswer(translation, request, request.args), []),
  });

type Storing = Pick<RestRequest<{ readonly jobId: number }>, 'principal' | 'remember' | 'args'>;

/** Reads a file for a job; the job is checked first. */
const readFor = async (translation: Translation, request: Storing, content: string) => {
  const found = await askedJob(translation, request);
  requireOpenRevision(found.job, request.args.jobId, 'store');
  return readSentFile(Buffer.from(content, 'base64'), await jobFile(translation, found));
};

/** Saves the texts. Refuses an incomplete job with the error code of an incomplete file. */
const save = async (translation: Translation, saving: Saving): Promise<void> => {
  try {
    await saveUnits(translation, saving);
  } catch (error) {
    if (!isIncompleteJob(error)) throw error;
    throw translationErrors.incompleteXliff({ data: error.data });
  }
};

type SaveAnswer = Awaited<ReturnType<typeof savedAnswer>>;

const withUnknown = (answer: SaveAnswer, unknown: readonly string[]): SaveAnswer => ({
  ...answer,
  body: { ...answer.body, unknown_units: unknown },
});

/** The content of a file for a job: new texts by unit, and the units unknown to the job. */
interface SentFile {
  readonly texts: ReadonlyMap<string, string>;
  readonly unknown: readonly string[];
}

/**
 * Reads a returned file. An unchanged unit adds no text; an unfinished unit stays as it is.
 * @throws DomainError 400, 409, 415
 */
const readSentFile = async (content: Uint8Array, expected: JobFile): Promise<SentFile> => {
  const sources = new Map(expected.units.map(({ id, source }) => [id, source]));
  const sent = new Map(expected.units.map(({ id, target, state }) => [id, { target: xmlText(target), state }]));
  const { units, unknown } = await matchedFile(content, { ...expected, sources });
  const said = [...units].filter(([id, { target, state }]) => {
    const before = sent.get(id);
    return isFinished({ target, state }) && !(before?.target === target && before.state === state);
  });
  return { texts: new Map(said.map(([id, { target }]) => [id, target])), unknown };
};
