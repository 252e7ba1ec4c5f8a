import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Circuit, circuitProblems, circuitsFromCsv, circuitsToCsv, legs } from '../../src/directory';
import { circuit } from './circuits';

const problemsOf = (text: string, known?: Parameters<typeof circuitsFromCsv>[1]) => {
  const read = circuitsFromCsv(text, known);
  return 'problems' in read ? read.problems.map(({ line, column, rule }) => `${line} ${column} ${rule}`) : [];
};
const rowsOf = (text: string, known?: Parameters<typeof circuitsFromCsv>[1]) => {
  const read = circuitsFromCsv(text, known);
  return 'circuits' in read ? read.circuits : read.problems;
};

describe('directory: CSV', () => {
  const rows: Circuit[] = [
    circuit('d-1', 'Pump, "big"', {
      space: '4/6',
      leg: 'both',
      feedsIn: true,
      ratedA: 20.5,
      critical: true,
      room: 'Küche',
    }),
    circuit('d-2', ''),
  ];

  it('has a heading, a line for each row, and quotes by RFC 4180', () => {
    assert.equal(
      circuitsToCsv(rows),
      'deviceId,serialNumber,name,space,leg,feedsIn,ratedA,critical,room\r\n' +
        'd-1,30000000001,"Pump, ""big""",4/6,both,true,20.5,true,Küche\r\n' +
        'd-2,30000000002,,,,,,,\r\n',
    );
    assert.deepEqual(rowsOf(circuitsToCsv(rows)), rows);
  });

  it('what is written is read again as it was, whatever names it holds', () => {
    const text = (max: number) =>
      fc
        .oneof(
          fc.string({ unit: 'grapheme', maxLength: max }),
          fc.constantFrom('=1+1', "'=x", '@a', '-', '"', ';', "'"),
        )
        .filter((value) => value.length <= max)
        .map((value) => value.trim());
    const row = fc.record(
      {
        deviceId: fc.uuid(),
        serialNumber: fc.constant(''),
        name: text(60),
        space: text(12).filter((value) => value !== ''),
        leg: fc.constantFrom(...legs),
        ratedA: fc.constantFrom(15, 20, 32.5),
        critical: fc.constant(true),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (made) => {
        fc.pre(circuitProblems(made).length === 0);
        assert.deepEqual(rowsOf(circuitsToCsv(made)), made);
      }),
      { numRuns: 1_000, seed: 17 },
    );
  });

  it('no cell is a formula for a spreadsheet', () => {
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']) {
      const cell = circuitsToCsv([circuit('d-1', name)])
        .split('\r\n')[1]
        ?.split(',')[2];
      assert.equal(cell, `'${name}`);
    }
  });

  it('files of spreadsheets are read: with a byte order mark, semicolons, and columns in any order', () => {
    const text = '\uFEFFName;serialnumber;CRITICAL\r\nHeat pump;30000000007;yes\r\n\r\n;30000000008;no\n';
    const known = [
      { id: 'd-7', serialNumber: '30000000007' },
      { id: 'd-8', serialNumber: '30000000008' },
    ];
    assert.deepEqual(rowsOf(text, known), [
      { deviceId: 'd-7', serialNumber: '30000000007', name: 'Heat pump', critical: true },
      { deviceId: 'd-8', serialNumber: '30000000008', name: '' },
    ]);
  });

  it('a wrong column is told by its name, and a file without devices as such', () => {
    assert.deepEqual(problemsOf('deviceId,colour,name,NAME\nd-1,red,a,b\n'), [
      '1 colour csvColumn',
      '1 NAME csvColumnTwice',
    ]);
    assert.deepEqual(problemsOf('name\nPump\n'), ['1  csvNoDevice']);
    assert.deepEqual(problemsOf(''), ['1  csvNoDevice']);
  });

  it('a wrong value is told by line and column, all of them at once, and nothing is taken', () => {
    const text =
      'deviceId,name,leg,ratedA,critical\n' +
      'd-1,"two\nlines",A,20,true\n' +
      'd-2,Oven,D,"20,5",perhaps\n' +
      'd-3,oven,B,1e3,\n' +
      'd-4,Fan\n' +
      ',Fan 2,A,1,no\n';
    assert.deepEqual(problemsOf(text), [
      '4 leg circuitLeg',
      '4 ratedA circuitRated',
      '4 critical circuitFlag',
      '5 ratedA circuitRated',
      '6  csvCells',
      '7 deviceId circuitDevice',
      '2 name circuitText',
      '4 name circuitNameTwice',
      '5 name circuitNameTwice',
    ]);
  });

  it('the other row of a name given twice is told by its line', () => {
    const read = circuitsFromCsv('deviceId,name\nd-1,Oven\n\nd-2,OVEN\n');
    assert('problems' in read);
    assert.deepEqual(
      read.problems.map(({ line, params }) => [line, params]),
      [
        [2, { row: 4, other: 'OVEN' }],
        [4, { row: 2, other: 'Oven' }],
      ],
    );
  });

  it('a quote that does not end, or stands within a value, is told by its line', () => {
    assert.deepEqual(problemsOf('deviceId,name\nd-1,"Oven\n'), ['2  csvQuote']);
    assert.deepEqual(problemsOf('deviceId,name\nd-1,Ov"en\n'), ['2  csvQuote']);
    assert.deepEqual(problemsOf('deviceId,name\nd-1,"Ov"en\n'), ['2  csvQuote']);
  });

  it('a serial number that a spreadsheet has damaged, or of another device, is refused', () => {
    const known = [{ id: 'd-1', serialNumber: '30612838860' }, { id: 'd-2' }];
    assert.deepEqual(problemsOf('serialNumber,name\n3.06E+10,A\n30612838861,B\n', known), [
      '2 serialNumber circuitSerial',
      '3 serialNumber csvUnknownSerial',
    ]);
    assert.deepEqual(problemsOf('deviceId,serialNumber\nd-2,30612838860\n', known), ['2 serialNumber csvOtherDevice']);
  });

  it('the serial number of a known device is filled in', () => {
    const known = [{ id: 'd-1', serialNumber: '30612838860' }];
    assert.deepEqual(rowsOf('deviceId,name\nD-1,A\n', known), [
      { deviceId: 'D-1', serialNumber: '30612838860', name: 'A' },
    ]);
  });
});
