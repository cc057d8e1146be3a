/** Wordings that `npm run check` finds without understanding them (CONTRIBUTING.md, “How we write”). */

import { titleFaults } from './testTitles.mjs';

/** Rules by name: the pattern that a line must not match (titles are parsed), and what to write instead. */
export const WORDING_RULES = new Map([
  [
    'riddle',
    {
      pattern: /(?:\/\*\*|^\s*\*|^\s*\/\/) (?:What|Whether|Who|Whatever)\b|\bwhoever\b/i,
      advice: 'name the thing, and start with a noun or a verb; “True if …” for booleans',
    },
  ],
  [
    'bareConstant',
    {
      pattern: /^\s*(?:export )?const (?:KIND|MOST|LONGEST|LARGEST|KEPT|FEWEST)\b/,
      advice: 'name the subject and the unit, such as MAX_COMMIT_BYTES',
    },
  ],
  [
    'participleType',
    {
      pattern:
        /^\s*(?:export )?(?:interface|type) (?:(?!(?:Feed|Speed|Seed|Need)\b)[A-Z][a-z]+ed|Sent|Known|Written|Shown|Kept|Said|Found|Made|Held|Going|Done|Told|Read|Seen|Given|Taken)\b(?!\.)/,
      advice: 'name the thing, such as ImportReport',
    },
  ],
  [
    'fragmentTitle',
    { advice: 'begin with the subject under test, or the verb that follows the subject of the describe' },
  ],
  ['testOutsideDescribe', { advice: 'move it into a describe that names the subject under test' }],
]);

/**
 * Finds wordings that the rules refuse.
 * @param {string} source
 * @returns {{ line: number, rule: string }[]} `line` counts from 1
 */
export const refusedWordings = (source) =>
  source
    .split('\n')
    .flatMap((text, index) =>
      [...WORDING_RULES].filter(([, { pattern }]) => pattern?.test(text)).map(([rule]) => ({ line: index + 1, rule })),
    )
    .concat(titleFaults(source));
