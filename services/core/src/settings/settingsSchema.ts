import { siteSettings } from '@almanac/contracts';
import { languageCodes, languages } from '@almanac/i18n';
import { z } from 'zod';

const { name: _name, default_language: _language, ...others } = siteSettings.shape;

/** The values of settings that the interface calls as the site does. */
const plain = Object.fromEntries(Object.entries(others).map(([name, kind]) => [name, kind._zod.def.innerType]));

/** The settings as answers have them (docs/interface/core.md §5). */
export const settingsSchema = z
  .strictObject({
    ...plain,
    title: z.string(),
    description: z.string(),
    url: z.string(),
    email: z.string(),
    language: z.enum(languageCodes.map((code) => languages[code].locale)),
    use_smilies: z.boolean(),
    default_category: z.int(),
    default_post_format: z.string(),
    show_on_front: z.string(),
    page_on_front: z.int(),
    page_for_posts: z.int(),
    site_logo: z.int().nullable(),
    site_icon: z.int(),
  })
  .meta({ id: 'Settings' });
