import type { Texts } from '@almanac/i18n';
import { z } from 'zod';
import { type PackageSlug, packageSlugs } from '../../misc.ts';
import { type Package, packageState } from './package.ts';

/** A package in answers. */
export const packageAnswer = z
  .strictObject({
    slug: z.enum(packageSlugs),
    name: z.string(),
    description: z.string(),
    version: z.string(),
    namespaces: z.array(z.string()),
    status: z.enum(['active', 'inactive']),
    entitled: z.boolean(),
    reason: z.enum(['person', 'subscription']).nullable(),
  })
  .meta({ id: 'Package' });

interface Facts {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly namespaces: readonly string[];
}

/** Name, description, version and namespaces of each package. A visible change raises the version. */
export const packageFacts: Readonly<Record<PackageSlug, Facts>> = {
  popups: {
    name: 'Popups',
    description: 'Content that opens on pages, with its conversions.',
    version: '1.0.0',
    namespaces: ['popup/v1'],
  },
  'second-step': {
    name: 'Second login step',
    description: 'A code by mail after the password.',
    version: '1.0.0',
    namespaces: ['login/v1'],
  },
  'social-feed': {
    name: 'Social feed',
    description: 'Pictures and films of a connected account.',
    version: '1.0.0',
    namespaces: ['builder/social'],
  },
  'rendered-content': {
    name: 'Rendered content',
    description: 'Content as readers see it, for editing tools.',
    version: '1.0.0',
    namespaces: ['builder'],
  },
  'url-details': {
    name: 'Address details',
    description: 'Title, picture and description of an external page.',
    version: '1.0.0',
    namespaces: ['editor/v1'],
  },
  'event-stream': {
    name: 'Event stream',
    description: 'Events of the site, as they happen.',
    version: '1.0.0',
    namespaces: ['ops/v1'],
  },
  webhooks: {
    name: 'Webhooks',
    description: 'Events of the site, sent to other servers.',
    version: '1.0.0',
    namespaces: ['ops/v1'],
  },
};

/** Returns the answer for a package in a language. */
export const packageView = (
  texts: Texts,
  language: string,
  [slug, state]: readonly [PackageSlug, Package],
): z.infer<typeof packageAnswer> => {
  const { name, description, version, namespaces } = packageFacts[slug];
  return {
    slug,
    name: texts.text(name, language),
    description: texts.text(description, language),
    version,
    namespaces: [...namespaces],
    ...packageState(state),
  };
};
