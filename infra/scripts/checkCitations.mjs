/**
 * Fails on a citation that leads nowhere: a page or section that is not in the repository, a rule named by a number of
 * elsewhere, a link of a page to a file, heading or name that is not there, a test by another title than its own. Part of
 * `npm run check`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, citationsOf, citedTestsOf, elsewhere, hasTest, linksOf, sectionsOf } from './citations.mjs';
import { mayCite, textsOf } from './commentTexts.mjs';

const PAGES = /^docs\/(?:interface\/[\w-]+|architecture)\.md$/;

/**
 * @param {string[]} paths of the files to look at, from the root on
 * @param {{ read(path: string): string, exists(path: string): boolean }} files
 * @returns {string[]} faults, each with its place
 */
export const faultsOf = (paths, { read, exists }) => {
  const pageAt = (citing, name) => [join(dirname(citing), name), name].map(normalize).find((path) => exists(path));

  const sectionFaults = (citing, { page, sections }) => {
    if (page === undefined && !PAGES.test(citing)) return [`§${sections[0]} stands without a page`];
    const cited = page === undefined ? citing : pageAt(citing, page);
    if (cited === undefined) return [`${page} is not in the repository`];
    const known = new Set(sections.length === 0 ? [] : sectionsOf(read(cited)));
    return sections.filter((each) => !known.has(each)).map((each) => `${cited} has no §${each}`);
  };

  const citationFaults = (citing, text) => {
    const records = ({ page }) => page !== undefined && !page.endsWith('.md');
    const [plain, cited] = [citationsOf(text).filter((each) => !records(each)), citationsOf(text).filter(records)];
    return [
      ...plain.flatMap((each) => sectionFaults(citing, each)),
      ...cited
        .filter(({ page }) => !paths.some((path) => path.startsWith(`${page}-`)))
        .map(({ page }) => `${page} is no record`),
      ...elsewhere(text).map(({ name }) => `“${name}” names what is not in the repository`),
    ];
  };

  const testFaults = (text) =>
    citedTestsOf(text).flatMap(({ path, title }) => {
      if (!exists(path)) return [`${path} is not there`];
      return hasTest(read(path), title) ? [] : [`${path} has no test “${title}”`];
    });

  const linkFaults = (citing, { path, anchor }) => {
    const target = path === '' ? citing : normalize(join(dirname(citing), path));
    if (!exists(target)) return [`${path} is not there`];
    if (anchor === undefined) return [];
    const content = read(target);
    const names = target.endsWith('.md')
      ? anchorsOf(content).includes(anchor)
      : new RegExp(`\\b${anchor}\\b`).test(content);
    return names ? [] : [`${target} has no ${anchor}`];
  };

  const faultsIn = (path) => {
    const content = read(path);
    const inTexts = textsOf(path, content).flatMap(({ line, text }) =>
      [...citationFaults(path, text), ...testFaults(text)].map((fault) => `${path}:${line} ${fault}`),
    );
    if (!path.endsWith('.md')) return inTexts;
    const numbers = sectionsOf(content);
    const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
    return [
      ...inTexts,
      ...linksOf(content).flatMap((link) => linkFaults(path, link).map((fault) => `${path} ${fault}`)),
      ...twice.map((number) => `${path} has two sections §${number}`),
    ];
  };

  return paths.filter(mayCite).flatMap(faultsIn);
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const trackedFiles = () => {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(`git cannot list the files: ${listed.stderr}`);
  return listed.stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
};

if (import.meta.main) {
  const files = {
    read: (path) => readFileSync(join(root, path), 'utf8'),
    exists: (path) => existsSync(join(root, path)),
  };
  const faults = faultsOf(trackedFiles(), files);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
