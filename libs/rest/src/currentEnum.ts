import { languageCodes } from '@almanac/i18n';
import { z } from 'zod';

/** Declares one of the values of the moment; descriptions enumerate those of the time when they are written. */
export const currentEnum = (values: () => readonly string[]) =>
  z
    .string()
    .refine((value) => values().includes(value))
    .meta({
      get enum() {
        return values();
      },
    });

/** The code of a language of the site. */
export const siteLanguage = currentEnum(languageCodes);
