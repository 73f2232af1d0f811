package importer

// KnownField is a field that a column of a participants file may hold: its name, its title for people, and the headers
// that mean it, in plain form (lower case, letters and digits only), the best first.
type KnownField struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Aliases []string `json:"aliases"`
}

// knownFields is the one table of headers (IMP-8, IMP-9, A-94), in the order of the fields. An alias stands in one row only.
var knownFields = [fieldCount]KnownField{
	fUniqueID: {"unique_id", "Unique ID", []string{
		"uniqueid", "orderid", "registrationid", "regid", "registrationnumber", "entryid", "regno", "confirmation", "confirmationnumber", "id", "externalid",
		"registrantid", "participantid", "entrantid", "userid", "confirmationcode", "registrationcode", "ordernumber", "orderno",
	}},
	fBib: {"bib", "Bib", []string{
		"bib", "bibnumber", "bibno", "bibnum", "racenumber", "startnumber", "startnr", "dossard", "number", "no", "raceno", "racebib", "plate", "platenumber",
		"startno", "startingnumber", "dorsal",
	}},
	fChips: {"chips", "Chips", []string{
		"chips", "chip", "chipid", "chipcode", "chipnumber", "chiplist", "tag", "tags", "rfid", "epc", "transponder", "transponder1", "transponder2", "chip1",
		"chip2", "chipno", "chipnr", "chipcode1", "chipcode2", "tagid", "rfidtag", "chip3", "chip4", "transponder3", "transponder4", "transpondernumber",
		"transponderno",
	}},
	fFirstName: {"first_name", "First Name", []string{
		"firstname", "first", "givenname", "given", "forename", "prenom", "vorname", "fname", "firstgivenname", "participantfirstname", "registrantfirstname",
		"runnerfirstname", "nombre", "legalfirstname",
	}},
	fLastName: {"last_name", "Last Name", []string{
		"lastname", "last", "surname", "familyname", "family", "nom", "nachname", "lname", "participantlastname", "registrantlastname", "runnerlastname",
		"apellido", "apellidos", "legallastname", "familienname",
	}},
	fFullName: {"full_name", "Full Name", []string{
		"fullname", "name", "participant", "participantname", "runner", "athlete", "racer", "rider", "displayname", "athletename", "runnername", "ridername",
		"racername", "competitor", "competitorname", "entrant", "entrantname",
	}},
	fDistance: {"distance", "Distance", []string{
		"distance", "race", "racename", "event", "eventname", "contest", "course", "subevent", "category", "categoryentered",
		"categoryenteredmerchandiseordered", "division", "groupheader", "subeventname", "eventtitle", "racedistance", "raceentered", "evententered",
		"wettbewerb", "bewerb", "competition", "parcours", "epreuve",
	}},
	fGender: {"gender", "Gender", []string{
		"gender", "sex", "sexe", "geschlecht", "identifiedgender", "sexorgender", "gendersex", "participantgender", "registrantgender", "sexo",
	}},
	fDOB: {"dob", "Date of Birth", []string{
		"dob", "birthdate", "birthday", "dateofbirth", "born", "geburtsdatum", "dobmmddyyyy", "dateofbirthmmddyyyy", "dateofbirthyyyymmdd",
		"birthdatemmddyyyy", "participantdateofbirth", "naissance", "datedenaissance",
	}},
	fAge: {"age", "Age", []string{
		"age", "ageonraceday", "agerace", "raceage", "racedayage", "ageatrace", "ageonevent", "ageoneventday", "ageateventday", "ageonracedate", "ageatevent",
		"calculatedage",
	}},
	fEmail: {"email", "E-mail", []string{
		"email", "emailaddress", "mail", "participantemail", "registrantemail", "emailid", "contactemail",
	}},
	fAddress: {"address", "Address", []string{
		"address", "street", "streetaddress", "address1", "shippingaddress", "addressline1", "street1", "mailingaddress", "homeaddress", "postaladdress",
		"strasse",
	}},
	fCity: {"city", "City", []string{
		"city", "town", "hometown", "ville", "ort", "citytown", "homecity", "mailingcity", "cityname", "stadt", "wohnort",
	}},
	fState: {"state", "State", []string{
		"state", "stateprovince", "statecode", "province", "region", "provincestate", "stateprovinceregion", "homestate", "regionstate", "statename",
		"stateorprovince",
	}},
	fZip: {"zip", "Zip", []string{
		"zip", "zipcode", "postalcode", "postcode", "plz", "postalzipcode", "postalzip", "zippostal", "zippostalcode", "postal", "zippostcode", "postcodezip",
	}},
	fCountry: {"country", "Country", []string{
		"country", "countryname", "countrycode", "nation", "nationality", "countryofresidence", "homecountry", "nat", "land", "pays", "countryiso",
		"countryiso2", "countryiso3",
	}},
	fPhone: {"phone", "Phone", []string{
		"phone", "phonenumber", "mobile", "cell", "cellphone", "phone1", "mobilephone", "mobilenumber", "mobilephonenumber", "cellphonenumber", "homephone",
		"dayphone", "telephone", "contactphone", "primaryphone", "telefon",
	}},
	fTeamName: {"team_name", "Team", []string{
		"teamname", "team", "club", "clubteam", "teamclub", "teamorclub", "clubname", "groupteamname", "verein", "affiliation", "equipe",
	}},
	fEmergencyName: {"emergency_name", "Emergency Name", []string{
		"emergencyname", "emergencycontactname", "emergencycontact", "icename", "icecontact", "icecontactname", "emergencycontactfullname",
		"emergencycontactperson",
	}},
	fEmergencyPhone: {"emergency_phone", "Emergency Phone", []string{
		"emergencyphone", "emergencycontactphone", "emergencycontactnumber", "icephone", "icecontactphone", "emergencycontactphonenumber",
		"emergencycontactmobile", "emergencyphonenumber", "emergencynumber",
	}},
	fShirtSize: {"shirt_size", "Shirt Size", []string{
		"shirtsize", "shirt", "tshirtsize", "tshirt", "tee", "teesize", "giveaway", "shirtsizes", "racedayshirt", "raceshirt", "raceshirtsize", "tshirtsizes",
		"teeshirt", "teeshirtsize", "jerseysize",
	}},
	fExpectsShirt: {"expects_shirt", "Expects Shirt", []string{
		"expectsshirt", "wantsshirt", "wantsatshirt", "getsshirt", "shirtexpected",
	}},
	fRegisteredAt: {"registered_at", "Registered At", []string{
		"registeredat", "registrationdate", "registered", "registrationtime", "registrationdatetime", "dateregistered", "signupdate", "dateofregistration",
		"registrationdateandtime", "registeredon", "signupdatetime", "orderdate", "datesignedup", "entrydate", "createdat",
	}},
	fNotes: {"notes", "Notes", []string{
		"notes", "note", "comments", "comment", "announcernotes", "remarks", "remark", "announcernote", "announcercomments", "bemerkung",
	}},
	fRemove: {"remove", "Remove", []string{
		"remove", "removed", "withdrawn", "cancelled", "canceled", "iscancelled", "iswithdrawn", "deleted",
	}},
	fWave: {"wave", "Wave", []string{
		"wave", "wavename", "waveid", "wavenumber", "corral", "wavecorral", "corralname", "startwave", "startgroup",
	}},
	fWaveRequest: {"wave_request", "Wave Request", []string{
		"waverequest", "requestedwave", "preferredwave", "waverequested",
	}},
	fWaveStartTime: {"wave_start_time", "Own Start Time", []string{
		"wavestarttime", "ownstart", "starttime", "scheduledstarttime", "scheduledstart", "individualstarttime", "ownstarttime",
	}},
	fWavePref: {"wave_pref", "Wave Preference", []string{
		"wavepref", "wavepreference", "startpreference", "startpref",
	}},
	fWaveBuddy: {"wave_buddy", "Wave Buddy", []string{
		"wavebuddy", "wavebuddies", "startbuddy", "startwith", "startswith", "wavepartner",
	}},
	fWaveWeight: {"wave_weight", "Wave Weight", []string{
		"waveweight", "startweight",
	}},
}
