import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const workflows = readdirSync(join(packageRoot, '.github/workflows')).map((file) => `.github/workflows/${file}`);

describe('the workflows', () => {
  it('name every action by the commit of a release, which nobody can move', () => {
    for (const file of workflows) {
      const uses = [...read(file).matchAll(/uses: (.+)$/gm)].flatMap(([, action]) => action ?? []);
      assert(uses.length > 0, file);
      for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
    }
  });

  it('try pull requests on Node.js 20, 22 and 24 and on Node-RED 4.0, 4.1 and 5.0, with no right to write', () => {
    const workflow = read('.github/workflows/pull-request.yml');
    assert.equal(workflow.match(/node: \[20, 22, 24\]/g)?.length, 2);
    assert.match(workflow, /node-red: \['4\.0', '4\.1', '5\.0'\]/);
    assert.match(workflow, /^permissions:\n {2}contents: read\n/m);
    assert.doesNotMatch(workflow, /: write|pull_request_target/);
  });
});

describe('the forms for issues', () => {
  it('ask for no secret, and lead a weakness to a private report', () => {
    const forms = ['bug', 'feature', 'service-difference'].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`);
    for (const form of forms) assert.match(read(form), /^name: .+\ndescription: .+\n/m, form);
    for (const form of forms.filter((name) => !name.includes('feature')))
      assert.match(read(form), /label: There is no key, secret, token/);
    assert.match(read('.github/ISSUE_TEMPLATE/config.yml'), /security\/advisories\/new/);
    assert.match(read('SECURITY.md'), /Report a vulnerability/);
  });
});

describe('the version', () => {
  it('is the same in package.json and in the lock file', () => {
    const { version } = JSON.parse(read('package.json'));
    const lock = JSON.parse(read('package-lock.json'));
    assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
  });
});
