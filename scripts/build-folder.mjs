import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';

const named = /^build-(\d+)$/;
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });

/**
 * Does `work` with a folder below `parent` that no other process uses, so that two builds at once do not meet. It is removed at
 * the end, and so are those of processes that were killed.
 */
export async function inBuildFolder(parent, work) {
  mkdirSync(parent, { recursive: true });
  for (const entry of readdirSync(parent)) {
    const [, pid] = named.exec(entry) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(`${parent}/${entry}`);
  }
  const folder = `${parent}/build-${process.pid}/`;
  const clean = () => remove(folder);
  clean();
  mkdirSync(folder);
  // A command that fails ends the process.
  process.once('exit', clean);
  try {
    return await work(folder);
  } finally {
    clean();
    process.off('exit', clean);
  }
}

/** Puts a finished folder in the place of another; what was there stays beside the finished one, to be removed with it. */
export function replaceFolder(finished, target) {
  // No rename replaces a folder with files in it, and another build may be done in between.
  for (let attempt = 1; ; attempt++) {
    rename(target, `${finished}.replaced-${attempt}`, 'ENOENT');
    if (rename(finished, target, 'ENOTEMPTY')) return;
  }
}

/** Whether it could be renamed; the error that is foreseen means no. */
function rename(from, to, foreseen) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code !== foreseen) throw error;
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be somebody else's.
    return error.code === 'EPERM';
  }
}
