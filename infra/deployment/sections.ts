const BEGIN = /^\s*# written by `npm run generate`: /;
const END = /^\s*# end of what is written$/;

/**
 * Replaces the generated sections of a file. A section is between the lines "# written by `npm run generate`: NAME" and
 * "# end of what is written".
 * @param sections the lines of each section, by its name
 * @throws Error if the file has no such section, or no end of it
 */
export const withSections = (text: string, sections: Readonly<Record<string, readonly string[]>>): string => {
  const lines = text.split('\n');
  for (const [name, written] of Object.entries(sections)) {
    const begin = lines.findIndex((line) => BEGIN.test(line) && line.replace(BEGIN, '') === name);
    const end = lines.findIndex((line, index) => index > begin && END.test(line));
    if (begin === -1 || end === -1) throw new Error(`there is no section ${name} with its end`);
    lines.splice(begin + 1, end - begin - 1, ...written);
  }
  return lines.join('\n');
};
