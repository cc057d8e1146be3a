import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { codeOf } from '@almanac/i18n';

/** Writes a report to a new file, `report.txt`, else `report-2.txt`, …; returns its name. */
export const writeReport = (file: string, text: string): string => {
  const ending = extname(file);
  const stem = file.slice(0, file.length - ending.length);
  for (let count = 1; ; count++) {
    const free = count === 1 ? file : `${stem}-${count}${ending}`;
    try {
      writeFileSync(free, `${text}\n`, { flag: 'wx' });
      return free;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
};
