/** Reads feeds with `rss-parser`; prints the titles of the items of each. */
import Parser from 'rss-parser';

const [origin, ...paths] = process.argv.slice(2);
const parser = new Parser();
const read = {};
for (const path of paths) {
  const { items } = await parser.parseURL(`${origin}${path}`);
  read[path] = items.map(({ title }) => title);
}
console.log(JSON.stringify(read));
// the parser leaves a timer for each redirect
process.exit();
