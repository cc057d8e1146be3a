import type { DomainError, Texts } from '@almanac/i18n';
import {
  type AddressableJson,
  answerOpenApi,
  boolean,
  clockUntil,
  createSharedValues,
  describeRoutes,
  endOfMinute,
  markedAddresses,
  openApi,
  openApiAnswer,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
  writeJson,
  yieldToEventLoop,
} from '@almanac/rest';
import { ServiceUnavailableError, type Settings } from '@almanac/service';
import { batchRoute } from './batch/batchRoute.ts';
import type { BatchSender } from './batch/sendBatch.ts';
import { createDescribedRoutes, type DescribedRoutes } from './describedRoutes.ts';
import type { Directory } from './directory.ts';
import { DOCUMENTS, documentAddress, documentFile, OPEN_API } from './documentAddress.ts';
import { gatewayErrors } from './errors.ts';
import { OFFERS_PASSWORDS } from './forwardedHeaders.ts';
import { namespaceText } from './namespaceTexts.ts';
import { operationNames } from './operationNames.ts';
import { indexSchema, namespaceSchema } from './ownSchemas.ts';
import { REFERENCE, ROOT } from './reference/referencePage.ts';
import { referenceRoutes } from './reference/referenceRoutes.ts';
import { withExamples } from './reference/withExamples.ts';
import { withSamples } from './reference/withSamples.ts';
import { hoursAhead, siteIndex } from './siteIndex.ts';
import { version as gatewayVersion } from './version.ts';

export interface OwnRoutesOptions {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly sendBatch: BatchSender;
  readonly texts: Texts;
  readonly now: () => Date;
  /** Every namespace of the services, even of those that are down. */
  readonly namespaces: readonly string[];
}

const context = text({ default: 'view' });

/** True to add code samples to each operation, as the reference shows them. */
const samples = boolean({ default: false });

/**
 * Returns the gateway's own routes: the site index and the namespaces' indexes (docs/interface/server.md §13, §14), the
 * OpenAPI document, the reference and batches.
 */
export const ownRoutes = (options: OwnRoutesOptions): Route[] => {
  const { directory, texts, namespaces } = options;
  const described = createDescribedRoutes(
    directory,
    async (language, detail) => (await describeRoutes(routes, texts, language, { detail })).namespaces,
  );
  const routes = [
    indexRoute(options, described),
    ...openApiRoutes(options, described),
    ...referenceRoutes({ ...options, documentAddress, checkNamespace: (name) => checkNamespace(name, namespaces) }),
    batchRoute(options.sendBatch),
    ...namespaces.map((name) => namespaceRoute(name, options, described)),
  ];
  return routes;
};

const indexRoute = ({ settings, now }: OwnRoutesOptions, described: DescribedRoutes): Route => {
  const shared = createSharedValues<AddressableJson>();
  return route({
    namespace: '',
    path: '/',
    methods: ['GET'],
    summary: 'The site, its settings and the namespaces and routes of its interface.',
    args: { context },
    answers: { 200: indexSchema },
    handle: async (request) => {
      const { language, args, headers } = request;
      const { site, apiRoot } = markedAddresses(request);
      const help = args.context === 'help';
      const all = await described.all(language, help ? 'full' : 'short');
      const current = settings.current();
      const gmtOffset = hoursAhead(current.timezone, clockUntil(now, endOfMinute));
      const offersPasswords = headers[OFFERS_PASSWORDS] !== undefined;
      const { name, description, timezone } = current;
      const sources = [all, name, description, timezone, gmtOffset, apiRoot];
      const index = await shared(`${language} ${help} ${offersPasswords}`, sources, () =>
        writeJson(
          siteIndex(current, {
            baseUrl: site,
            apiRoot,
            offersPasswords,
            namespaces: [...all.keys()].filter((each) => each !== ''),
            routes: described.shown(all.values(), { apiRoot, help }),
            gmtOffset,
          }),
        ),
      );
      const Link = [
        `<${documentAddress(request)}>; rel="service-desc"; type="application/json"`,
        `<${request.apiRoot}${REFERENCE}>; rel="service-doc"; type="text/html"`,
      ];
      return { body: index(request), headers: { Link, Vary: 'Accept' } };
    },
  });
};

/** The interface, or one namespace of it, as an OpenAPI 3.1 document. The indexes list only declared routes. */
const openApiRoutes = (
  { settings, texts, directory, namespaces: known }: OwnRoutesOptions,
  described: DescribedRoutes,
): readonly Route[] => {
  const shared = createSharedValues<AddressableJson>();
  const answer = async (
    request: RestRequest<{ readonly samples: boolean }>,
    namespace: string | undefined,
  ): Promise<RestResponse> => {
    const { language, args } = request;
    const all = await described.all(language, 'full');
    const namespaces = namespace === undefined ? [...all] : onlyOf(namespace, all, known);
    const { site, apiRoot } = markedAddresses(request);
    const { name, description } = settings.current();
    const version = (namespace && directory.versionOf(namespace.toLowerCase())) ?? gatewayVersion;
    const info = {
      title: texts.text('The interface of {site}', language, { site: name }),
      version,
      description:
        description === '' ? texts.text('Programs read and write the site here, as JSON.', language) : description,
      contact: { name, url: site },
      server: apiRoot,
    };
    const key = [language, args.samples, ...namespaces.map(([each]) => each)].join(' ');
    const document = await shared(key, [all, version, name, description, apiRoot], async () => {
      const plain = await openApi([{ language, namespaces: Object.fromEntries(namespaces) }], info, {
        names: operationNames,
        text: (each, values) => texts.text(each, language, values),
        tagOf: (each) => ({ name: each || 'site', description: texts.text(namespaceText(each || ROOT), language) }),
      });
      await yieldToEventLoop();
      const complete = withExamples(plain);
      await yieldToEventLoop();
      return writeJson(args.samples ? withSamples(complete, apiRoot) : complete);
    });
    const { headers, ...answered } = answerOpenApi(document(request), language);
    return { ...answered, headers: { ...headers, 'Cache-Control': 'no-cache' } };
  };
  const common = {
    namespace: '',
    methods: ['GET'],
    summary: 'The interface as an OpenAPI document.',
    hidden: true,
    answers: { 200: openApiAnswer, 404: ['rest_invalid_namespace'] },
  } as const;
  return [
    route({
      ...common,
      path: OPEN_API,
      args: { namespace: text(), samples },
      handle: (request) => answer(request, request.args.namespace),
    }),
    route({
      ...common,
      path: `${DOCUMENTS}/{file:[a-z0-9.-]+}`,
      args: { file: text(), samples },
      handle: (request) => {
        const namespace = [ROOT, ...known].find((each) => documentFile(each) === request.args.file);
        if (namespace === undefined) throw gatewayErrors.unknownNamespace();
        return answer(request, namespace);
      },
    }),
  ];
};

const namespaceRoute = (namespace: string, { namespaces }: OwnRoutesOptions, described: DescribedRoutes): Route => {
  const shared = createSharedValues<AddressableJson>();
  return route({
    namespace,
    path: '',
    methods: ['GET'],
    summary: 'The routes of the namespace.',
    args: { namespace: text({ default: namespace }), context },
    answers: { 200: namespaceSchema, 404: ['rest_invalid_namespace'] },
    handle: async (request) => {
      const { language, args } = request;
      const asked = args.namespace.toLowerCase();
      const help = args.context === 'help';
      const all = await described.all(language, help ? 'full' : 'short');
      const part = all.get(asked);
      if (part === undefined || asked === '') throw unknownNamespace(asked, namespaces);
      const { apiRoot } = markedAddresses(request);
      const index = await shared(`${language} ${asked} ${help}`, [all, apiRoot], () => {
        const _links = { up: [{ href: `${apiRoot}/` }] };
        return writeJson({ namespace: asked, routes: described.shown([part], { apiRoot, help }), _links });
      });
      return { body: index(request) };
    },
  });
};

/**
 * Returns the routes of one namespace.
 * @throws DomainError if the namespace is unknown or its service is down
 */
const onlyOf = (asked: string, all: Awaited<ReturnType<DescribedRoutes['all']>>, known: readonly string[]) => {
  const name = asked.toLowerCase();
  checkNamespace(name, known);
  const routes = all.get(name === ROOT ? '' : name);
  if (routes === undefined) throw new ServiceUnavailableError(name);
  return [[name, routes] as const];
};

const checkNamespace = (name: string, known: readonly string[]): void => {
  if (name !== ROOT && !known.includes(name)) throw unknownNamespace(name, known);
};

const unknownNamespace = (asked: string, namespaces: readonly string[]): DomainError =>
  namespaces.includes(asked) ? new ServiceUnavailableError(asked) : gatewayErrors.unknownNamespace();
