/**
 * Starts the page with the data that stands in it.
 *
 * @module
 */
import { render } from 'preact'
import type { ReportData } from '../report-data.js'
import { App } from './app.js'
import './style.css'

const root = document.getElementById('app')
const data = JSON.parse(document.getElementById('data')?.textContent ?? 'null') as ReportData
if (root !== null) render(<App data={data} />, root)
