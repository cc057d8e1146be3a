import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { languageCodes } from '@almanac/i18n';
import { CLEAR_UNSENT, relationPrefix } from '@almanac/rest';
import { LRUCache } from 'lru-cache';
import { lastKept } from '../lastKept.ts';
import { type AliasedAddresses, createAliasedAddresses } from './aliasedAddress.ts';
import { type AliasNames, cached, createAliasNames, holdsNames } from './aliasNames.ts';
import type { AliasProfile } from './aliasProfile.ts';
import { type JsonPlace, JsonPlaces, type JsonRules, type Rename, type ValueRule } from './jsonPlaces.ts';
import { JsonRenamer, type PieceRenamer } from './jsonRenamer.ts';
import { boundaryOf, renameFields } from './multipartFields.ts';
import { createProfileTags, type ProfileTags } from './profileTags.ts';
import { createRenderedBodies, type RenderWhole } from './renderedBodies.ts';

/** The names of a profile, as the gateway reads them in requests and renders them in answers. */
export interface Aliases extends Pick<AliasedAddresses, 'read'>, Pick<AliasProfile, 'procedures'> {
  /** Returns an address of the site with the names of the profile. */
  readonly renderAddress: AliasedAddresses['render'];
  /** Returns the headers of a request with Almanac's names. */
  readonly readHeaders: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** True if a request is a form whose fields have names of the profile: its body is read whole, whatever its type. */
  readonly readsForm: (path: string) => boolean;
  /** Returns the body of a request with Almanac's names; a body that is neither JSON nor a form stays as it is. */
  readonly readBody: (
    body: Buffer,
    request: { readonly path: string; readonly contentType: string | undefined },
  ) => Buffer;
  /** Returns the headers of an answer with the names of the profile; pages keep Almanac's links beside. */
  readonly renderHeaders: (
    headers: OutgoingHttpHeaders,
    answer: { readonly isPage: boolean; readonly baseUrl: string },
  ) => OutgoingHttpHeaders;
  readonly renderJson: (answer: AnswerFacts) => PieceRenamer;
  readonly renderWhole: RenderWhole;
  /** Adds the links of the profile to the head of a page. */
  readonly renderPage: (baseUrl: string) => PieceRenamer;
}

/** Facts about an answer that decide which of its strings are names. */
export interface AnswerFacts {
  readonly baseUrl: string;
  /** True if it describes the interface or a fault: its texts then name arguments, types and routes. */
  readonly isDescription: boolean;
}

/** Routes of configurations: their texts name types. */
const CONFIGURATIONS = /^\/i18n\/v1\/custom-xml-config(?:\/|$)/;

/** True if texts at a route name types, besides members that do. */
export const namesTypes = (path: string): boolean => CONFIGURATIONS.test(path);

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const JSON_TYPE = /^application\/(?:(?:[\w.-]+\+)?json|javascript)\b/i;

/** True if a body is JSON, or JSON within a callback, by its `Content-Type`. */
export const isJson = (contentType: unknown): boolean => JSON_TYPE.test(String(contentType));

/** @param prefix Almanac's own segment of the interface */
export const createAliases = (profile: AliasProfile, prefix: string): Aliases => {
  const names = createAliasNames(profile);
  const { inward, outward } = names;
  const { read, render } = createAliasedAddresses(profile, names, prefix);
  const relation = outward.names(relationPrefix);
  const curies = new Map([
    [SHORT_PREFIX, outward.name(`${SHORT_PREFIX}:`).slice(0, -1)],
    [`${relationPrefix}{rel}`, `${relation}{rel}`],
  ]);
  const tags = createProfileTags(profile.tag);
  const requestRules = createRequestRules(names, tags);
  const requestPlaces = new JsonPlaces(requestRules);
  const configurationPlaces = new JsonPlaces({ ...requestRules, valueAt: () => ({ rename: inward.names }) });

  const renderLink = lastKept((link: string, baseUrl: string): string =>
    link.replace(/<([^<>]*)>|rel="[^"]*"/g, (part, address?: string) =>
      address === undefined ? outward.name(part) : `<${render(address, baseUrl)}>`,
    ),
  );

  const namesOfProfile = (headers: IncomingHttpHeaders): boolean =>
    Object.keys(headers).some((name) => inward.header(name) !== name);

  const renamedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
    const renamed: IncomingHttpHeaders = {};
    for (const [name, value] of Object.entries(headers)) renamed[inward.header(name)] = value;
    return renamed;
  };

  const procedureLink = (baseUrl: string): string =>
    profile.procedures === undefined
      ? ''
      : `\n<link rel="EditURI" type="application/rsd+xml" href="${baseUrl}${profile.procedures.path}?rsd">`;

  const valueRenderers = new Map<string, (value: string, baseUrl: string) => string>([
    ['etag', tags.mark],
    ['link', renderLink],
    ['location', render],
    ...HEADER_LISTS.map((name) => [name, lastKept(outward.names)] as const),
  ]);

  const headerOf = cached((name) => ({ renamed: outward.header(name), renderValue: valueRenderers.get(name) }));

  /** Headers stand in answers to batches and in envelopes, where quotation marks are escaped. */
  const renderEscapedHeader = (name: string, value: string, baseUrl: string): string =>
    valueRenderers.get(name.toLowerCase())?.(value.replaceAll('\\"', '"'), baseUrl).replaceAll('"', '\\"') ?? value;

  const curie: Rename = (text) => curies.get(text) ?? text;

  /** Renames addresses of the site, and other texts by another function. */
  const addressOr =
    (baseUrl: string, rename: Rename): Rename =>
    (text) =>
      isAddress(text, baseUrl) ? render(text, baseUrl) : rename(text);

  const describingRules = (baseUrl: string): JsonRules => {
    const description = { rename: cached(addressOr(baseUrl, outward.description)) };
    const siteText = { rename: addressOr(baseUrl, (text) => text) };
    const relationOr = { rename: addressOr(baseUrl, curie) };
    return {
      key: outward.description,
      valueAt: ({ member, parent, depth }) => {
        if (parent === 'curies') return relationOr;
        return depth === 1 && SITE_TEXTS.has(member) ? siteText : description;
      },
    };
  };

  const recordRules = (baseUrl: string): JsonRules => {
    const text = { rename: lastKept(addressOr(baseUrl, outward.classes)), isMarked: true };
    const name = { rename: addressOr(baseUrl, outward.name) };
    const relationOr = { rename: addressOr(baseUrl, curie) };
    return {
      key: outward.name,
      marks: [baseUrl, ' class='],
      unchanged: FREE_MEMBERS,
      keyOfUnchanged: outward.metaMember,
      valueAt: (place) => {
        const { member, parent } = place;
        if (isStoredText(place)) return undefined;
        if (holdsNames(member)) return name;
        if (parent === 'curies') return relationOr;
        if (parent !== 'headers') return text;
        return { rename: addressOr(baseUrl, (value) => renderEscapedHeader(member, value, baseUrl)) };
      },
    };
  };

  const { renderWhole, forget } = createRenderedBodies();
  const placesOf = placesByHost(
    (isDescription, baseUrl) => new JsonPlaces(isDescription ? describingRules(baseUrl) : recordRules(baseUrl)),
    forget,
  );

  return {
    read,
    renderAddress: render,
    procedures: profile.procedures,
    readHeaders: (headers) => {
      const own = namesOfProfile(headers) ? renamedHeaders(headers) : { ...headers };
      if (profile.clearsUnsent) own.prefer = CLEAR_UNSENT;
      const { 'if-match': match, 'if-range': range, 'if-none-match': noneMatch } = own;
      if (match !== undefined) own['if-match'] = tags.unmark(match);
      if (typeof range === 'string') own['if-range'] = tags.unmark(range);
      if (noneMatch === undefined) return own;
      const kept = tags.ownOnly(noneMatch);
      if (kept === undefined) delete own['if-none-match'];
      else own['if-none-match'] = kept;
      return own;
    },
    readsForm: names.hasForm,
    readBody: (body, { path, contentType = '' }) => {
      const boundary = boundaryOf(contentType);
      if (boundary !== undefined) return renameFields(body, boundary, names.form(path));
      if (FORM_TYPE.test(contentType)) return Buffer.from(names.form(path).query(body.toString('latin1')), 'latin1');
      if (!isJson(contentType)) return body;
      const renamer = new JsonRenamer(namesTypes(path) ? configurationPlaces : requestPlaces);
      return Buffer.from(renamer.push(body.toString('latin1')) + renamer.end(), 'latin1');
    },
    renderHeaders: (headers, { isPage, baseUrl }) => {
      const rendered: OutgoingHttpHeaders = {};
      for (const [name, value] of Object.entries(headers)) {
        if (value === undefined) continue;
        const { renamed, renderValue } = headerOf(name);
        const text = typeof value === 'string' ? (renderValue?.(value, baseUrl) ?? value) : value;
        rendered[renamed] = isPage && name === 'link' ? `${value}, ${text}` : text;
      }
      return rendered;
    },
    renderJson: ({ baseUrl, isDescription }) => new JsonRenamer(placesOf(isDescription, baseUrl)),
    renderWhole,
    renderPage: (baseUrl) => ({
      push: (piece) =>
        piece.replace(
          ROOT_LINK,
          (link, address: string) =>
            `${link}\n${link.replace(relationPrefix, relation).replace(address, render(address, baseUrl))}${procedureLink(baseUrl)}`,
        ),
      end: () => '',
    }),
  };
};

/** The link of a page to the root of the interface, in its head. */
const ROOT_LINK = new RegExp(`<link rel="${relationPrefix}" href="([^"]*)">`);

/** Maximum number of hosts whose places are kept. */
const MAX_HOSTS = 4;

/** Keeps the places of answers, by host. Addresses in them have names of languages, so another choice of those resets them. */
const placesByHost = (create: (isDescription: boolean, baseUrl: string) => JsonPlaces, onDropped: () => void) => {
  const kept = new LRUCache<string, JsonPlaces>({ max: 2 * MAX_HOSTS, dispose: onDropped });
  let languages = languageCodes();
  return (isDescription: boolean, baseUrl: string): JsonPlaces => {
    if (languages !== languageCodes()) kept.clear();
    languages = languageCodes();
    const key = `${isDescription} ${baseUrl}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const created = create(isDescription, baseUrl);
    kept.set(key, created);
    return created;
  };
};

/** The short form of the interface's own relations, before a colon. */
const SHORT_PREFIX = 'core';

/** True for an address of the site, not for a text that begins with one. */
const isAddress = (text: string, baseUrl: string): boolean => text.startsWith(baseUrl) && !/[\s<>\\]/.test(text);

/** Headers whose values are names of headers. */
const HEADER_LISTS: readonly string[] = ['access-control-allow-headers', 'access-control-expose-headers'];

/** Members whose values and most keys are people's. */
const FREE_MEMBERS: ReadonlySet<string> = new Set(['meta']);

/** True for a text as it is stored, and for the file of an export. */
const isStoredText = ({ member, parent, depth }: JsonPlace): boolean =>
  (member === 'raw' && parent !== 'guid') || (member === 'data' && depth === 1);

/** Members of the site's index that are people's texts. */
const SITE_TEXTS: ReadonlySet<string> = new Set(['name', 'description']);

/** The number of objects and lists around the arguments and headers of a request in a batch. */
const ITEM_DEPTH = 4;

/** True if the members at a place are the arguments of a request, or of one in a batch. */
const holdsArguments = (parent: string, depth: number): boolean =>
  depth === 1 || (depth === ITEM_DEPTH && parent === 'body');

const ruleOf = (rename: Rename | undefined): ValueRule | undefined => rename && { rename };

const createRequestRules = ({ inward }: AliasNames, tags: ProfileTags): JsonRules => ({
  unchanged: FREE_MEMBERS,
  keyOfUnchanged: inward.metaMember,
  key: (name, { parent, depth }) => {
    if (depth === ITEM_DEPTH && parent === 'headers') return inward.header(name.toLowerCase());
    return inward.name(holdsArguments(parent, depth) ? inward.param(name) : name);
  },
  valueAt: ({ member, parent, depth }) => {
    if (holdsNames(member)) return { rename: inward.name };
    if (holdsArguments(parent, depth)) return ruleOf(inward.valuesOf(member));
    if (parent === 'requests' && member === 'path') return { rename: inward.target };
    return parent === 'headers' && member.toLowerCase() === 'if-match' ? { rename: tags.unmark } : undefined;
  },
});
