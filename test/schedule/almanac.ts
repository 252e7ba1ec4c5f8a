/**
 * Sunrise and sunset as published by the Astronomical Applications Department of the U.S. Naval Observatory (USNO), to the
 * whole minute: upper limb, level horizon at sea level, mean refraction.
 *
 * Year tables: "Rise and Set for the Sun for <year>", https://aa.usno.navy.mil/data/RS_OneYear, rows of the 1st, 11th and
 * 21st of each month. Single days: https://aa.usno.navy.mil/data/api (rstt/oneday) and its predecessor "Sun and Moon Data
 * for One Day". Coordinates and clock as printed there.
 */

/** One row of a year table: rise and set of a day in each of the twelve months, `....` where the table is blank. */
export interface AlmanacYear {
  place: string;
  latitude: string;
  longitude: string;
  year: number;
  /** The clock of the table, minutes ahead of UT. */
  utcOffsetMinutes: number;
  rows: Record<number, string>;
}

export const almanacYears: readonly AlmanacYear[] = [
  {
    place: 'San Francisco, California',
    latitude: '37.7667',
    longitude: '-122.4333',
    year: 2012,
    utcOffsetMinutes: -480,
    rows: {
      1: '0725 1701  0714 1733  0640 1804  0554 1833  0513 1901  0449 1926  0452 1935  0514 1918  0540 1838  0606 1752  0636 1710  0707 1651',
      11: '0725 1710  0704 1744  0626 1814  0540 1842  0503 1910  0447 1932  0458 1933  0522 1907  0549 1823  0615 1737  0646 1701  0715 1651',
      21: '0722 1721  0653 1755  0611 1823  0526 1852  0455 1918  0448 1935  0505 1927  0531 1854  0557 1807  0625 1723  0657 1654  0722 1655',
    },
  },
  {
    place: 'Fredonia, Arizona',
    latitude: '36.95',
    longitude: '-112.52',
    year: 2023,
    utcOffsetMinutes: -420,
    rows: {
      1: '0743 1724  0733 1755  0701 1824  0616 1852  0536 1919  0512 1944  0514 1954  0535 1937  0601 1859  0625 1814  0654 1733  0724 1714',
      11: '0743 1733  0723 1806  0647 1834  0602 1901  0526 1928  0510 1950  0520 1951  0544 1926  0609 1844  0634 1759  0704 1724  0733 1714',
      21: '0740 1743  0711 1816  0632 1843  0548 1910  0518 1936  0511 1953  0527 1946  0552 1914  0617 1829  0643 1746  0715 1717  0739 1717',
    },
  },
  {
    place: '29 N 81 W (Florida)',
    latitude: '29',
    longitude: '-81',
    year: 2019,
    utcOffsetMinutes: 0,
    rows: {
      1: '1218 2238  1213 2303  1149 2324  1114 2342  1043 ....  1026 0018  1029 0027  1045 0016  1102 2346  1117 2310  1136 2238  1200 2226',
      11: '1219 2245  1206 2311  1139 2330  1103 2348  1035 0005  1025 0022  1033 0026  1050 0008  1107 2334  1123 2258  1144 2232  1207 2227',
      21: '1217 2253  1157 2318  1127 2336  1052 2354  1029 0011  1026 0026  1039 0023  1056 2358  1112 2322  1129 2248  1152 2227  1213 2231',
    },
  },
  {
    place: '60 N 0 E (Shetland)',
    latitude: '60',
    longitude: '0',
    year: 2019,
    utcOffsetMinutes: 0,
    rows: {
      1: '0902 1505  0815 1613  0659 1726  0526 1843  0359 1957  0250 2107  0242 2125  0340 2031  0454 1905  0605 1734  0721 1605  0834 1503',
      11: '0854 1522  0750 1640  0630 1752  0456 1907  0333 2022  0239 2121  0256 2114  0404 2005  0518 1834  0629 1704  0747 1540  0852 1454',
      21: '0838 1545  0722 1706  0600 1816  0427 1932  0310 2045  0236 2128  0315 2056  0428 1937  0541 1804  0653 1635  0812 1519  0902 1454',
    },
  },
  {
    place: '60 S 150 W (Southern Ocean)',
    latitude: '-60',
    longitude: '-150',
    year: 2019,
    utcOffsetMinutes: 0,
    rows: {
      1: '1243 0724  1357 0631  1512 0514  1629 0340  1741 0215  1847 0110  1904 0103  1815 0157  1651 0308  1521 0418  1350 0536  1243 0654',
      11: '1302 0714  1424 0605  1538 0444  1653 0310  1805 0150  1900 0100  1854 0116  1750 0219  1621 0331  1450 0442  1324 0603  1233 0713',
      21: '1327 0656  1451 0537  1603 0413  1717 0242  1826 0128  1906 0058  1838 0134  1723 0242  1551 0354  1421 0507  1301 0630  1232 0724',
    },
  },
];

/** One day at one place; `rise` and `set` are UT. */
export interface AlmanacDay {
  place: string;
  latitude: string;
  longitude: string;
  timeZone: string;
  date: string;
  rise: string;
  set: string;
}

export const almanacDays: readonly AlmanacDay[] = [
  {
    place: 'Toronto',
    latitude: '43.6667',
    longitude: '-79.4167',
    timeZone: 'America/Toronto',
    date: '2001-04-01',
    rise: '2001-04-01T10:59Z',
    set: '2001-04-01T23:45Z',
  },
  {
    place: 'Toronto',
    latitude: '43.6667',
    longitude: '-79.4167',
    timeZone: 'America/Toronto',
    date: '2001-04-11',
    rise: '2001-04-11T10:42Z',
    set: '2001-04-11T23:57Z',
  },
  {
    place: 'Toronto',
    latitude: '43.6667',
    longitude: '-79.4167',
    timeZone: 'America/Toronto',
    date: '2001-04-21',
    rise: '2001-04-21T10:25Z',
    set: '2001-04-22T00:08Z',
  },
  {
    place: 'Toronto',
    latitude: '43.6667',
    longitude: '-79.4167',
    timeZone: 'America/Toronto',
    date: '2001-04-30',
    rise: '2001-04-30T10:11Z',
    set: '2001-05-01T00:19Z',
  },
  {
    place: 'Washington, D.C.',
    latitude: '38.9',
    longitude: '-77.0',
    timeZone: 'America/New_York',
    date: '2002-03-20',
    rise: '2002-03-20T11:12Z',
    set: '2002-03-20T23:21Z',
  },
  {
    place: 'Cape May, New Jersey',
    latitude: '38.9',
    longitude: '-74.9',
    timeZone: 'America/New_York',
    date: '2002-03-20',
    rise: '2002-03-20T11:04Z',
    set: '2002-03-20T23:12Z',
  },
  {
    place: 'Atlanta, Georgia',
    latitude: '33.8',
    longitude: '-84.4',
    timeZone: 'America/New_York',
    date: '2009-09-06',
    rise: '2009-09-06T11:15Z',
    set: '2009-09-06T23:56Z',
  },
  {
    place: 'Denver, Colorado',
    latitude: '39.74',
    longitude: '-104.98',
    timeZone: 'America/Denver',
    date: '2026-03-20',
    rise: '2026-03-20T13:03Z',
    set: '2026-03-21T01:12Z',
  },
  {
    place: 'Denver, Colorado',
    latitude: '39.74',
    longitude: '-104.98',
    timeZone: 'America/Denver',
    date: '2026-06-21',
    rise: '2026-06-21T11:32Z',
    set: '2026-06-22T02:31Z',
  },
  {
    place: 'Denver, Colorado',
    latitude: '39.74',
    longitude: '-104.98',
    timeZone: 'America/Denver',
    date: '2026-12-21',
    rise: '2026-12-21T14:17Z',
    set: '2026-12-21T23:39Z',
  },
  {
    place: 'New York',
    latitude: '40.7128',
    longitude: '-74.0060',
    timeZone: 'America/New_York',
    date: '2026-03-08',
    rise: '2026-03-08T11:19Z',
    set: '2026-03-08T22:55Z',
  },
  {
    place: 'New York',
    latitude: '40.7128',
    longitude: '-74.0060',
    timeZone: 'America/New_York',
    date: '2026-11-01',
    rise: '2026-11-01T11:26Z',
    set: '2026-11-01T21:52Z',
  },
  {
    place: 'Fort Worth, Texas',
    latitude: '32.717264',
    longitude: '-97.441626',
    timeZone: 'America/Chicago',
    date: '2026-10-01',
    rise: '2026-10-01T12:24Z',
    set: '2026-10-02T00:14Z',
  },
  {
    place: 'London',
    latitude: '51.5074',
    longitude: '-0.1278',
    timeZone: 'Europe/London',
    date: '2026-06-21',
    rise: '2026-06-21T03:43Z',
    set: '2026-06-21T20:22Z',
  },
  {
    place: 'Sydney',
    latitude: '-33.8688',
    longitude: '151.2093',
    timeZone: 'Australia/Sydney',
    date: '2026-06-21',
    rise: '2026-06-20T21:00Z',
    set: '2026-06-21T06:54Z',
  },
  {
    place: 'Sydney',
    latitude: '-33.8688',
    longitude: '151.2093',
    timeZone: 'Australia/Sydney',
    date: '2026-12-21',
    rise: '2026-12-20T18:41Z',
    set: '2026-12-21T09:05Z',
  },
  {
    place: 'Quito',
    latitude: '-0.1807',
    longitude: '-78.4678',
    timeZone: 'America/Guayaquil',
    date: '2026-03-20',
    rise: '2026-03-20T11:18Z',
    set: '2026-03-20T23:24Z',
  },
  {
    place: 'Singapore',
    latitude: '1.3521',
    longitude: '103.8198',
    timeZone: 'Asia/Singapore',
    date: '2026-09-23',
    rise: '2026-09-22T22:54Z',
    set: '2026-09-23T11:00Z',
  },
  {
    place: 'Kiritimati',
    latitude: '1.87',
    longitude: '-157.43',
    timeZone: 'Pacific/Kiritimati',
    date: '2026-08-14',
    rise: '2026-08-13T16:29Z',
    set: '2026-08-14T04:40Z',
  },
  {
    place: 'Apia',
    latitude: '-13.83',
    longitude: '-171.77',
    timeZone: 'Pacific/Apia',
    date: '2026-08-14',
    rise: '2026-08-13T17:43Z',
    set: '2026-08-14T05:21Z',
  },
  {
    place: 'Auckland',
    latitude: '-36.85',
    longitude: '174.76',
    timeZone: 'Pacific/Auckland',
    date: '2026-01-15',
    rise: '2026-01-14T17:18Z',
    set: '2026-01-15T07:42Z',
  },
  {
    place: 'Chatham Islands',
    latitude: '-43.95',
    longitude: '-176.55',
    timeZone: 'Pacific/Chatham',
    date: '2026-08-14',
    rise: '2026-08-13T18:44Z',
    set: '2026-08-14T04:59Z',
  },
  {
    place: 'Tongatapu',
    latitude: '-21.13',
    longitude: '-175.20',
    timeZone: 'Pacific/Tongatapu',
    date: '2026-08-14',
    rise: '2026-08-13T18:05Z',
    set: '2026-08-14T05:27Z',
  },
];

/** Beyond 65 degrees, where a shallow path of the sun makes the minute less certain. The date is that of Universal Time. */
export const almanacPolarDays: readonly AlmanacDay[] = [
  {
    place: 'Tromsø',
    latitude: '69.6496',
    longitude: '18.9560',
    timeZone: 'Europe/Oslo',
    date: '2026-03-20',
    rise: '2026-03-20T04:44Z',
    set: '2026-03-20T17:02Z',
  },
  {
    place: 'Tromsø',
    latitude: '69.6496',
    longitude: '18.9560',
    timeZone: 'Europe/Oslo',
    date: '2026-09-15',
    rise: '2026-09-15T03:57Z',
    set: '2026-09-15T17:20Z',
  },
  {
    place: 'Murmansk',
    latitude: '68.9585',
    longitude: '33.0827',
    timeZone: 'Europe/Moscow',
    date: '2026-09-15',
    rise: '2026-09-15T03:02Z',
    set: '2026-09-15T16:22Z',
  },
  {
    place: 'Utqiagvik',
    latitude: '71.2906',
    longitude: '-156.7887',
    timeZone: 'America/Anchorage',
    date: '2026-09-15',
    rise: '2026-09-15T15:38Z',
    set: '2026-09-15T05:09Z',
  },
  {
    place: 'Utqiagvik',
    latitude: '71.2906',
    longitude: '-156.7887',
    timeZone: 'America/Anchorage',
    date: '2026-11-18',
    rise: '2026-11-18T21:42Z',
    set: '2026-11-18T22:42Z',
  },
  {
    place: 'Longyearbyen',
    latitude: '78.2232',
    longitude: '15.6267',
    timeZone: 'Arctic/Longyearbyen',
    date: '2026-09-15',
    rise: '2026-09-15T03:37Z',
    set: '2026-09-15T18:04Z',
  },
  {
    place: 'McMurdo',
    latitude: '-77.8419',
    longitude: '166.6863',
    timeZone: 'Antarctica/McMurdo',
    date: '2026-09-15',
    rise: '2026-09-15T19:25Z',
    set: '2026-09-15T06:08Z',
  },
  {
    place: '80 N 0 E',
    latitude: '80',
    longitude: '0',
    timeZone: 'UTC',
    date: '2019-02-21',
    rise: '2019-02-21T11:20Z',
    set: '2019-02-21T13:10Z',
  },
  {
    place: '80 N 0 E',
    latitude: '80',
    longitude: '0',
    timeZone: 'UTC',
    date: '2019-03-20',
    rise: '2019-03-20T05:55Z',
    set: '2019-03-20T18:25Z',
  },
  {
    place: '80 N 0 E',
    latitude: '80',
    longitude: '0',
    timeZone: 'UTC',
    date: '2019-04-12',
    rise: '2019-04-12T01:25Z',
    set: '2019-04-12T23:02Z',
  },
  {
    place: '80 N 0 E',
    latitude: '80',
    longitude: '0',
    timeZone: 'UTC',
    date: '2019-10-20',
    rise: '2019-10-20T10:29Z',
    set: '2019-10-20T12:58Z',
  },
];

/** Days the almanac marks "continuously above" or "continuously below the horizon". */
export const almanacSunlessDays: readonly {
  place: string;
  latitude: string;
  longitude: string;
  timeZone: string;
  date: string;
  kind: 'polar-day' | 'polar-night';
}[] = [
  {
    place: 'Utqiagvik',
    latitude: '71.2906',
    longitude: '-156.7887',
    timeZone: 'America/Anchorage',
    date: '2026-06-21',
    kind: 'polar-day',
  },
  {
    place: 'Utqiagvik',
    latitude: '71.2906',
    longitude: '-156.7887',
    timeZone: 'America/Anchorage',
    date: '2026-11-19',
    kind: 'polar-night',
  },
  {
    place: 'Utqiagvik',
    latitude: '71.2906',
    longitude: '-156.7887',
    timeZone: 'America/Anchorage',
    date: '2026-12-21',
    kind: 'polar-night',
  },
  {
    place: 'Longyearbyen',
    latitude: '78.2232',
    longitude: '15.6469',
    timeZone: 'Arctic/Longyearbyen',
    date: '2026-01-15',
    kind: 'polar-night',
  },
  {
    place: 'Longyearbyen',
    latitude: '78.2232',
    longitude: '15.6469',
    timeZone: 'Arctic/Longyearbyen',
    date: '2026-06-21',
    kind: 'polar-day',
  },
  {
    place: 'Longyearbyen',
    latitude: '78.2232',
    longitude: '15.6469',
    timeZone: 'Arctic/Longyearbyen',
    date: '2026-12-21',
    kind: 'polar-night',
  },
  {
    place: 'McMurdo',
    latitude: '-77.8419',
    longitude: '166.6863',
    timeZone: 'Antarctica/McMurdo',
    date: '2026-06-21',
    kind: 'polar-night',
  },
  {
    place: 'McMurdo',
    latitude: '-77.8419',
    longitude: '166.6863',
    timeZone: 'Antarctica/McMurdo',
    date: '2026-12-21',
    kind: 'polar-day',
  },
  { place: '80 N 0 E', latitude: '80', longitude: '0', timeZone: 'UTC', date: '2019-02-20', kind: 'polar-night' },
  { place: '80 N 0 E', latitude: '80', longitude: '0', timeZone: 'UTC', date: '2019-04-14', kind: 'polar-day' },
  { place: '80 N 0 E', latitude: '80', longitude: '0', timeZone: 'UTC', date: '2019-08-29', kind: 'polar-day' },
  { place: '80 N 0 E', latitude: '80', longitude: '0', timeZone: 'UTC', date: '2019-10-22', kind: 'polar-night' },
];
