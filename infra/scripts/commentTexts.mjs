/** The texts of a file that may cite: its comments, or the paragraphs of a page. Each is one line, with where it begins. */

const COMMENT = { slashes: /^\s*\/\/\s?/, star: /^\s*(?:\/\*\*?|\*(?!\/))\s?/, hash: /^\s*#+!?\s?/ };
const TRAILING = /(?:^|[\s;,)}])\/\/\s(?<text>.*)$/;
const SCRIPT = /\.(?:[cm]?[jt]s)$/;
const HASHED = /(?:\.ya?ml|\.sh|Dockerfile|\.ci\/run)$/;

/** The comment of a line, without its signs; undefined for code. */
const commentOf = (line, path) => {
  if (HASHED.test(path)) return COMMENT.hash.test(line) ? line.replace(COMMENT.hash, '') : undefined;
  const sign = [COMMENT.slashes, COMMENT.star].find((each) => each.test(line));
  if (sign !== undefined) return line.replace(sign, '').replace(/\s*\*\/\s*$/, '');
  return undefined;
};

const isPage = (path) => path.endsWith('.md');

/** Whether a file has texts that may cite. */
export const mayCite = (path) => isPage(path) || SCRIPT.test(path) || HASHED.test(path);

/**
 * @param {string} path
 * @param {string} content
 * @returns {{ line: number, text: string }[]} `line` counts from 1
 */
export const textsOf = (path, content) => {
  const texts = [];
  let open;
  const end = () => {
    if (open !== undefined) texts.push({ line: open.line, text: open.parts.join(' ') });
    open = undefined;
  };
  for (const [index, line] of content.split('\n').entries()) {
    const comment = isPage(path) ? line.trim() : commentOf(line, path);
    const trailing = comment === undefined ? TRAILING.exec(line)?.groups.text : undefined;
    if (comment === undefined || comment.trim() === '' || /^\s*\/\*/.test(line)) end();
    if (trailing !== undefined && SCRIPT.test(path)) texts.push({ line: index + 1, text: trailing });
    if (comment === undefined || comment.trim() === '') continue;
    open ??= { line: index + 1, parts: [] };
    open.parts.push(comment.trim());
    if (isPage(path) && line.startsWith('|')) end();
  }
  end();
  return texts;
};
