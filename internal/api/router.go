package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// routes is everything that the product answers.
func (a *API) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(a.observe, a.recovered, a.secureHeaders(), middleware.StripSlashes, middleware.GetHead)

	r.Get("/healthz", a.healthz)
	r.Get("/readyz", a.readyz)
	r.Handle("/metrics", a.metrics.handler())
	r.Handle("/cable", a.cable)
	r.Handle("/ws", a.cable)

	r.Get(mapPath+"{name}", a.mapFile) // not zipped: it is read in ranges

	r.Group(func(r chi.Router) {
		r.Use(zipped())
		r.Get("/races/{raceId}/results.csv", a.download(a.resultsCSV))
		r.Get("/races/{raceId}/results.json", a.download(a.resultsJSON))
		r.Get("/races/{raceId}/course.gpx", a.download(a.courseGPX))
		r.Get("/races/{raceId}/results.html", a.resultsHTML) // public when the event is
		r.Get("/race_events/{id}.csv", a.download(a.eventCSV))
		r.Get("/race_events/{id}/orders.csv", a.download(a.ordersCSV))
		r.Get("/avatars/{name}", a.avatar) // public when an event that has it is
		r.Route("/api/v1", func(r chi.Router) {
			r.Use(noStore, plainDryRun)
			r.NotFound(a.unknownPath)
			r.MethodNotAllowed(a.wrongMethod)
			r.Get("/race_events/{id}/orders.csv", a.download(a.ordersCSV))
			v := a.describe(r)
			a.contract(v)
			v.finish()
		})
	})
	r.With(zipped()).NotFound(a.console) // every other path is the console's
	return r
}

// contract is the API: one line per call. Literal segments win over {ids}; ids are integers.
func (a *API) contract(v *described) {
	post(v, "signIn", "/authenticate", a.signIn, open)
	del(v, "signOut", "/authenticate", a.signOut, open)
	get(v, "version", "/version", a.version)

	get(v, "defaults", "/defaults", a.defaults)

	get(v, "listEvents", "/race_events", a.listEvents)
	post(v, "createEvent", "/race_events", a.createEvent, wrapped("raceEvent"), saves)
	post(v, "applyEvent", "/race_events/apply", a.applyEvent, takes("text/yaml"))
	get(v, "event", "/race_events/{id}", a.event)
	put(v, "saveEvent", "/race_events/{id}", a.saveEvent, takes("application/json", "multipart/form-data"))
	del(v, "removeEvent", "/race_events/{id}", a.removeEvent)
	get(v, "exportEvent", "/race_events/{id}/export.yaml", a.exportEvent)
	get(v, "summary", "/race_events/{id}/summary", a.summary)
	get(v, "checks", "/race_events/{id}/checks", a.checks)

	post(v, "createRace", "/race_events/{id}/races", a.createRace, wrapped("race"), saves)
	put(v, "saveRace", "/race_events/{id}/races/{raceId}", a.saveRace, wrapped("race"))
	del(v, "removeRace", "/race_events/{id}/races/{raceId}", a.removeRace)
	post(v, "startRace", "/race_events/{id}/races/{raceId}/start", a.startRace)
	del(v, "removeSplit", "/race_events/{id}/races/{raceId}/splits/{splitId}", a.removeSplit)
	del(v, "removeRoute", "/race_events/{id}/races/{raceId}/event_routes/{routeId}", a.removeRoute)
	del(v, "removeWave", "/race_events/{id}/races/{raceId}/waves/{waveId}", a.removeWave)
	post(v, "reorderWaves", "/race_events/{id}/races/{raceId}/waves/reorder", a.reorderWaves)
	post(v, "planBibs", "/race_events/{id}/races/{raceId}/plan_bibs", a.planBibs)
	post(v, "planWaves", "/race_events/{id}/races/{raceId}/plan_waves", a.planWaves)
	post(v, "assignWaves", "/race_events/{id}/races/{raceId}/assign_waves", a.assignWaves)
	post(v, "copyRoutes", "/race_events/{id}/races/{raceId}/copy_routes", a.copyRoutes)
	post(v, "recalculateSplits", "/race_events/{id}/races/{raceId}/recalculate_splits", a.recalculateSplits)
	get(v, "linestring", "/race_events/{id}/races/{raceId}/linestring", a.linestring)
	get(v, "course", "/race_events/{id}/races/{raceId}/course", a.raceCourse)
	post(v, "readCourse", "/courses/read", a.readCourse, takes("application/gpx+xml", "application/vnd.google-earth.kml+xml", "application/geo+json", "application/octet-stream"))
	get(v, "map", "/map", a.mapSetup)
	get(v, "listMaps", "/maps", a.listMaps)
	put(v, "saveMap", "/maps/{name}", a.saveMap, takes("application/octet-stream"))
	del(v, "removeMap", "/maps/{name}", a.removeMap)

	get(v, "listSources", "/event_sources", a.listSources)
	post(v, "createSource", "/event_sources", a.createSource, wrapped("eventSource"), saves)
	put(v, "saveSource", "/event_sources/{sourceId}", a.saveSource, wrapped("eventSource"))
	del(v, "removeSource", "/event_sources/{sourceId}", a.removeSource)
	get(v, "sourceReads", "/event_sources/{sourceId}/reads", a.sourceReads)
	post(v, "addReads", "/event_sources/{sourceId}/reads", a.addReads, takes("application/json", "application/x-ndjson", "text/csv"))

	a.contractOfCrossings(v)
	a.contractOfImport(v)
	a.contractOfRaceDay(v)
	a.contractOfOrders(v)
}

// contractOfCrossings is what is asked and said of crossings.
func (a *API) contractOfCrossings(v *described) {
	get(v, "crossings", "/race_events/{id}/crossings", a.crossings)
	get(v, "recentCrossings", "/race_events/{id}/crossings/recent", a.recentCrossings)
	post(v, "addCrossing", "/race_events/{id}/crossings", a.addCrossing, wrapped("crossing"), saves)
	post(v, "addCrossings", "/race_events/{id}/crossings/batch", a.addCrossings, saves)
	put(v, "saveCrossing", "/race_events/{id}/crossings/{crossingId}", a.saveCrossing, wrapped("crossing"))
	del(v, "voidCrossing", "/race_events/{id}/crossings/{crossingId}", a.voidCrossing)
	del(v, "voidParticipantCrossing", "/race_events/{id}/participants/{participantId}/crossings/{crossingId}", a.voidOwnCrossing)
	post(v, "restoreCrossing", "/race_events/{id}/crossings/{crossingId}/restore", a.restoreCrossing)
	post(v, "voidCrossings", "/race_events/{id}/crossings/void", a.voidCrossings)
	post(v, "restoreCrossings", "/race_events/{id}/crossings/restore", a.restoreCrossings)
	post(v, "reassignCrossings", "/race_events/{id}/crossings/reassign", a.reassignCrossings)
	post(v, "judgeCrossing", "/race_events/{id}/crossings/judge", a.judgeCrossing)
	post(v, "insertLaps", "/race_events/{id}/crossings/{crossingId}/insert_laps", a.insertLaps)
	post(v, "importCrossings", "/race_events/{id}/crossings/import", a.importCrossings, takes("application/json", "application/octet-stream"))
}

// contractOfImport is how rosters come in.
func (a *API) contractOfImport(v *described) {
	get(v, "importFields", "/race_events/{id}/import_fields", a.importFields)
	post(v, "importParticipants", "/race_events/{id}/participants/import", a.importParticipants,
		takes("application/json", "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))
	post(v, "newImportFile", "/race_events/{id}/participants/import/files", a.newImportFile, saves)
	put(v, "addImportStep", "/race_events/{id}/participants/import/files/{fileId}", a.addImportStep, takes("application/octet-stream"))
	del(v, "dropImportFile", "/race_events/{id}/participants/import/files/{fileId}", a.dropImportFile)
	post(v, "readImportFile", "/race_events/{id}/participants/import/files/{fileId}/read", a.readImportFile)
	post(v, "runImportFile", "/race_events/{id}/participants/import/files/{fileId}/import", a.runImportFile)
}

// contractOfOrders is what is sold with entries, and who ordered it.
func (a *API) contractOfOrders(v *described) {
	get(v, "addOns", "/race_events/{id}/addons", a.addOns)
	post(v, "createAddOn", "/race_events/{id}/addons", a.createAddOn, wrapped("addon"), saves)
	put(v, "saveAddOn", "/race_events/{id}/addons/{addOnId}", a.saveAddOn, wrapped("addon"))
	del(v, "removeAddOn", "/race_events/{id}/addons/{addOnId}", a.removeAddOn)
	get(v, "allLineItems", "/race_events/{id}/line_items", a.allLineItems)
	get(v, "lineItems", "/race_events/{id}/participants/{participantId}/line_items", a.lineItems)
	put(v, "saveLineItems", "/race_events/{id}/participants/{participantId}/line_items", a.saveLineItems)
	get(v, "orders", "/race_events/{id}/orders", a.orders)
	post(v, "fetchRankings", "/race_events/{id}/rankings", a.fetchRankings)
	post(v, "importRankings", "/race_events/{id}/rankings/import", a.importRankings, takes("text/csv"))
}

// contractOfRaceDay is the rest of it: people, results, the journal and the house.
func (a *API) contractOfRaceDay(v *described) {
	get(v, "participants", "/race_events/{id}/participants", a.participants)
	get(v, "raceParticipants", "/race_events/{id}/races/{raceId}/participants", a.raceParticipants)
	get(v, "participantAttributes", "/race_events/{id}/participants/detail", a.participantAttributes)
	get(v, "searchParticipants", "/race_events/{id}/participants/search", a.searchParticipants)
	get(v, "participant", "/race_events/{id}/participants/{participantId}", a.participant)
	post(v, "saveParticipant", "/race_events/{id}/participants", a.saveParticipant, wrapped("participant"))
	get(v, "proposals", "/race_events/{id}/participants/{participantId}/proposals", a.proposals)
	post(v, "matchFinish", "/race_events/{id}/participants/{participantId}/match_finish", a.matchFinish)
	del(v, "removeParticipant", "/race_events/{id}/participants/{participantId}", a.removeParticipant)
	post(v, "printSlip", "/race_events/{id}/participants/{participantId}/print", a.printSlip)
	put(v, "assignBibs", "/race_events/{id}/participants/assign_bibs", a.assignBibs)
	post(v, "setStatus", "/race_events/{id}/participants/set_status", a.setStatus)

	get(v, "explain", "/race_events/{id}/explain", a.explain)
	get(v, "results", "/race_events/{id}/races/{raceId}/results", a.results)
	get(v, "teams", "/race_events/{id}/races/{raceId}/teams", a.teams)
	post(v, "score", "/race_events/{id}/score", a.score)
	post(v, "autoDNS", "/race_events/{id}/auto_dns", a.autoDNS)
	post(v, "dropDowns", "/race_events/{id}/drop_downs", a.dropDowns)
	get(v, "lpsMonitor", "/race_events/{id}/lps", a.lpsMonitor)
	post(v, "setLpsMonitor", "/race_events/{id}/lps", a.setLpsMonitor)
	post(v, "resetEvent", "/race_events/{id}/reset", a.resetEvent)

	get(v, "tracking", "/race_events/{id}/tracking", a.tracking)
	post(v, "startTracking", "/race_events/{id}/tracking", a.startTracking)
	del(v, "stopTracking", "/race_events/{id}/tracking", a.stopTracking)
	post(v, "sendKeyframe", "/race_events/{id}/tracking/keyframe", a.sendKeyframe)

	get(v, "board", "/race_events/{id}/board", a.board)
	get(v, "problems", "/race_events/{id}/problems", a.problems)
	post(v, "acceptProblems", "/race_events/{id}/problems/accept", a.acceptProblems)
	post(v, "acceptProblem", "/race_events/{id}/problems/{problemId}/accept", a.acceptProblem)

	get(v, "eventEdits", "/race_events/{id}/edits", a.eventEdits)
	get(v, "editChoices", "/race_events/{id}/edits/choices", a.editChoices)
	get(v, "edits", "/edits", a.edits)
	post(v, "undo", "/edits/{editId}/undo", a.undo)

	post(v, "query", "/query", a.query)
	get(v, "backup", "/backup", a.backup)
	get(v, "listUsers", "/users", a.listUsers)
	post(v, "createUser", "/users", a.createUser, wrapped("user"), saves)
	put(v, "saveUser", "/users/{name}", a.saveUser, wrapped("user"))
	del(v, "removeUser", "/users/{name}", a.removeUser)
	get(v, "notifications", "/notifications", a.notifications)
	del(v, "dismissNotification", "/notifications/{notificationId}", a.dismissNotification)
	post(v, "dismissNotifications", "/notifications/read_all", a.dismissNotifications)
}
