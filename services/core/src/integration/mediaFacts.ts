import {
  type EventContext,
  type IntegrationEvent,
  type Mapping,
  type MediaFacts,
  mediaChanged,
  mediaDeleted,
} from '@almanac/contracts';
import { displayTitle } from '@almanac/text';
import { folderOf, type Medium, type MediumEvent } from '../media/medium.ts';
import type { Rendition } from '../media/renditions/makeRenditions.ts';

/** Returns the URL path of a file. */
const pathOf = (file: string): string => `/uploads/${encodeURI(file)}`;

const sizesOf = ({ file, sizes }: Pick<Medium, 'file' | 'sizes'>): MediaFacts['sizes'] =>
  Object.fromEntries(
    Object.entries(sizes).map(([name, { file: named, ...facts }]: [string, Rendition]) => [
      name,
      { path: pathOf(`${folderOf(file.path)}${named}`), ...facts },
    ]),
  );

/** Returns the facts of a medium that other services may use. */
export const factsOfMedium = (members: Partial<Medium>): Partial<MediaFacts> => {
  const { status, title, slug, parent, alt, author, file, sizes, mimeType } = members;
  return {
    ...(status === undefined ? {} : { status }),
    ...(title === undefined ? {} : { title: displayTitle(title) }),
    ...(slug === undefined ? {} : { slug }),
    ...(parent === undefined ? {} : { parent }),
    ...(alt === undefined ? {} : { alt }),
    ...(author === undefined ? {} : { author }),
    ...(file === undefined || sizes === undefined || mimeType === undefined
      ? {}
      : { file: { ...file, path: pathOf(file.path), mimeType }, sizes: sizesOf({ file, sizes }) }),
  };
};

/** Integration event published for each event of a medium. */
export const mediumMapping: Mapping<MediumEvent> = {
  MediumUploaded: (event) => changed(event, event.data),
  MediumChanged: (event) => changed(event, event.data),
  MediumReferencesChanged: (event) => changed(event, event.data),
  MediumDeleted: ({ stream, id }) => mediaDeleted.of(stream, { id }),
};

const changed = ({ stream, id }: EventContext, members: Partial<Medium>): IntegrationEvent =>
  mediaChanged.of(stream, { ...factsOfMedium(members), id });
